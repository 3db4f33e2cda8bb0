// A command being filled in: its name, a chip for each option, and a small input for more options.
//
// Keys in a chip: up and down choose in the list; Enter or Tab takes the line and moves on; Enter
// without a chosen line sends; Esc closes the list, then leaves the command; Backspace removes an
// empty chip.

import { h } from './dom.js';
import { icon } from './icons.js';
import { act } from './api.js';
import { narrowed, payload, suggestions, TYPE } from './commands.js';

const PAUSE = 140; // ms without a key before the bot is asked

// Chips is one command being filled in. hooks: {send, leave(text), fail(sentence)}.
export class Chips {
  constructor(leaf, given, view, channel, completion, hooks) {
    Object.assign(this, { leaf, view, channel, completion, hooks });
    const { words } = view;
    this.all = [];
    this.asked = 0;
    this.presses = 0; // of Enter, while the bot is being asked
    this.more = h('input', {
      class: 'more',
      'aria-label': words.options,
      role: 'combobox',
      'aria-expanded': 'false',
      'aria-autocomplete': 'list',
      enterkeyhint: 'send',
      data: { testid: 'option-more' },
    });
    this.more.addEventListener('focus', () => this.offerMore());
    this.more.addEventListener('input', () => this.offerMore());
    this.more.addEventListener('keydown', (e) => this.key(e, null));
    this.more.addEventListener('blur', () => this.completion.close());
    this.name = h(
      'button',
      {
        type: 'button',
        class: 'command-name',
        title: words.leaveCommand,
        'aria-label': `/${leaf.label}: ${words.leaveCommand}`,
        data: { testid: 'command', value: leaf.name },
        on: { click: () => hooks.leave(`/${leaf.label}`) },
      },
      `/${leaf.label}`,
    );
    this.element = h(
      'div',
      { class: 'chips', role: 'group', 'aria-label': `/${leaf.label}`, data: { testid: 'chips' } },
      this.name,
      this.more,
    );
    for (const option of leaf.options)
      if (option.required || given.has(option.name)) this.add(option, given.get(option.name));
    this.count();
  }

  // add adds a chip; value is a text, or an entry of given().
  add(option, value = '') {
    const kept = typeof value === 'string' ? { text: value } : value;
    const chip = { option, text: kept.text, chosen: kept.chosen };
    chip.input = h('input', {
      value: chip.text,
      role: 'combobox',
      'aria-expanded': 'false',
      'aria-autocomplete': 'list',
      'aria-label':
        `${option.label}${option.required ? `, ${this.view.words.required}` : ''}` +
        `: ${option.hint}`,
      title: option.hint,
      inputmode: option.type === TYPE.integer ? 'numeric' : null,
      enterkeyhint: 'next',
      data: { testid: `option-${option.name}` },
    });
    chip.input.addEventListener('input', () => this.typed(chip));
    chip.input.addEventListener('focus', () => this.offer(chip));
    chip.input.addEventListener('blur', () => {
      if (this.open === chip) this.completion.close();
    });
    chip.input.addEventListener('keydown', (e) => this.key(e, chip));
    chip.element = h(
      'label',
      { class: 'chip' },
      h('span', { class: option.required ? 'needed-name' : '' }, option.label),
      chip.input,
      !option.required &&
        h(
          'button',
          {
            type: 'button',
            class: 'chip-off',
            tabindex: '-1',
            'aria-label': this.view.words.removeOption(option.label),
            on: { click: () => this.remove(chip) },
          },
          icon('close'),
        ),
    );
    this.all.push(chip);
    this.more.before(chip.element);
    this.size(chip);
    this.count();
    return chip;
  }

  remove(chip) {
    const i = this.all.indexOf(chip);
    this.all.splice(i, 1);
    chip.element.remove();
    this.count();
    (this.all[i - 1]?.input ?? this.tail()).focus();
  }

  // given returns the filled-in options, for a draft.
  given() {
    return new Map(this.all.map((c) => [c.option.name, { text: c.text, chosen: c.chosen }]));
  }

  // line is the command as people write it, for the note while it runs.
  line() {
    return [
      `/${this.leaf.label}`,
      ...this.all.filter((c) => c.text !== '').map((c) => `${c.option.label}:${c.text}`),
    ].join(' ');
  }

  rest() {
    const used = new Set(this.all.map((c) => c.option.name));
    return this.leaf.options.filter((o) => !used.has(o.name));
  }

  count() {
    const n = this.rest().length;
    this.more.placeholder = n > 0 ? this.view.words.optional(n) : this.view.words.enterSends;
    this.more.classList.toggle('alone', n === 0);
  }

  first() {
    return this.all.find((c) => c.text === '')?.input ?? this.tail();
  }

  tail() {
    return this.more;
  }

  begin() {
    this.first().focus();
  }

  size(chip) {
    chip.input.style.width = `${Math.min(28, Math.max(6, chip.input.value.length + 1.5))}ch`;
  }

  typed(chip) {
    chip.text = chip.input.value;
    chip.chosen = undefined;
    this.size(chip);
    this.hooks.fail('');
    this.offer(chip);
  }

  // offer opens the list of possible values.
  offer(chip) {
    this.open = chip;
    this.presses = 0;
    clearTimeout(this.timer);
    const { option } = chip;
    const title = `${option.label} · ${option.hint}`;
    const own = suggestions(option, this.view.session, this.view.words);
    const at =
      chip.chosen !== undefined ||
      (!option.required && chip.text === '' && option.type === TYPE.string && !own)
        ? -1
        : 0;
    if (own) {
      const items = narrowed(own, chip.chosen === undefined ? chip.text : '');
      this.completion.open(
        chip.input,
        title,
        items,
        at,
        items.length === 0 ? this.view.words.nothing : '',
      );
    } else if (option.autocomplete) {
      this.ask(chip, title, at);
    } else {
      this.completion.open(chip.input, title, [], -1, option.hint);
    }
  }

  // ask gets the bot's suggestions. Late answers are dropped.
  ask(chip, title, at) {
    this.asked += 1;
    const mine = this.asked;
    this.waiting = chip;
    const { words, session } = this.view;
    this.completion.open(
      chip.input,
      title,
      this.completion.input === chip.input ? this.completion.items : [],
      -1,
      words.searching,
    );
    this.timer = setTimeout(
      async () => {
        let items = [];
        let note = '';
        try {
          const { choices } = await act(session.id, 'complete', {
            channel_id: this.channel.id,
            ...payload(this.leaf, this.partial(chip)),
          });
          items = (choices ?? []).map((c) => ({ label: c.name, value: c.value }));
          note = items.length === 0 ? words.nothing : '';
        } catch (refusal) {
          note = refusal.message || words.offline;
        }
        if (mine !== this.asked) return;
        this.waiting = null;
        if (this.open !== chip || document.activeElement !== chip.input) return;
        this.completion.open(chip.input, title, items, at, note);
        this.afterwards(chip, items);
      },
      chip.text === '' ? 0 : PAUSE,
    );
  }

  // afterwards handles an Enter that was pressed before the bot's suggestions arrived. If there are
  // none, the typed text is not sent without asking.
  afterwards(chip, items) {
    const presses = this.presses;
    this.presses = 0;
    if (presses === 0 || items.length === 0) return;
    this.enter(chip);
    if (presses > 1 && !this.all.some((c) => c.option.required && c.text === '')) this.hooks.send();
  }

  // partial returns the options filled in so far, as Discord sends them for autocomplete:
  // unfinished values unchanged.
  partial(focused) {
    return this.all
      .filter((c) => c === focused || c.text !== '')
      .map((c) => {
        const text = c.chosen ?? c.text;
        const numeric =
          c.option.type === TYPE.integer &&
          c !== focused &&
          text !== '' &&
          Number.isFinite(Number(text));
        return {
          name: c.option.name,
          type: c.option.type,
          value: numeric ? Number(text) : c === focused ? c.text : text,
          ...(c === focused ? { focused: true } : {}),
        };
      });
  }

  offerMore() {
    this.open = null;
    const rest = this.rest();
    const items = narrowed(
      rest.map((o) => ({ label: o.label, detail: o.hint, key: o.name, option: o })),
      this.more.value,
    );
    this.completion.open(
      this.more,
      this.view.words.options,
      items,
      this.more.value.trim() === '' ? -1 : 0,
    );
    // Typing "seats:" chooses the option.
    const exact =
      this.more.value.endsWith(':') &&
      rest.find((o) =>
        [o.name, o.label].includes(this.more.value.slice(0, -1).trim().toLowerCase()),
      );
    if (exact) this.pick({ option: exact });
  }

  // pick takes a line of the list.
  pick(item) {
    if (item.option) {
      this.more.value = '';
      this.add(item.option).input.focus();
      return;
    }
    const chip = this.open;
    if (!chip) return;
    chip.text = item.label;
    chip.chosen = item.value;
    chip.input.value = item.label;
    this.size(chip);
    this.completion.close();
    this.onward(chip);
  }

  onward(chip) {
    const empty = this.all.find((c) => c !== chip && c.option.required && c.text === '');
    (empty?.input ?? this.more).focus();
    // Everything is filled in: the next Enter sends, so no list may be open.
    if (!empty && this.rest().length === 0) this.completion.close();
  }

  enter(chip) {
    const line = this.completion.active();
    if (line) this.pick(line);
    else if (chip && chip.option.required && chip.text === '')
      this.hooks.fail(this.view.words.needed(chip.option.label));
    else if (chip && this.all.some((c) => c.option.required && c.text === '')) this.onward(chip);
    else this.hooks.send();
  }

  key(e, chip) {
    if (e.isComposing) return;
    const input = e.target;
    const start = input.selectionStart === 0 && input.selectionEnd === 0;
    const end = input.selectionStart === input.value.length;
    if (e.key === 'ArrowDown' || e.key === 'ArrowUp') {
      e.preventDefault();
      this.completion.move(e.key === 'ArrowDown' ? 1 : -1);
    } else if (e.key === 'Enter') {
      e.preventDefault();
      if (chip && this.waiting === chip)
        this.presses += 1; // the bot is still being asked
      else this.enter(chip);
    } else if (
      e.key === 'Tab' &&
      !e.shiftKey &&
      this.completion.active() &&
      chip?.chosen === undefined
    ) {
      e.preventDefault();
      this.pick(this.completion.active());
    } else if (e.key === 'Escape') {
      e.preventDefault();
      e.stopPropagation();
      if (this.completion.isOpen) this.completion.close();
      else this.hooks.leave(`/${this.leaf.label}`);
    } else if (e.key === 'Backspace' && input.value === '') {
      e.preventDefault();
      this.back(chip);
    } else if ((e.key === 'ArrowLeft' && start) || (e.key === 'ArrowRight' && end)) {
      this.beside(e, chip);
    }
  }

  back(chip) {
    if (chip && !chip.option.required) this.remove(chip);
    else if ((chip && chip === this.all[0]) || this.all.length === 0)
      this.hooks.leave(`/${this.leaf.label}`);
    else (chip ? this.all[this.all.indexOf(chip) - 1] : this.all.at(-1)).input.focus();
  }

  beside(e, chip) {
    const inputs = [...this.all.map((c) => c.input), this.more];
    const next =
      inputs[inputs.indexOf(chip?.input ?? this.more) + (e.key === 'ArrowLeft' ? -1 : 1)];
    if (!next) return;
    e.preventDefault();
    next.focus();
  }
}
