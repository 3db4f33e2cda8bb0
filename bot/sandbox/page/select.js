// A select menu: a button that opens a list. A single choice is sent at once; several are ticked,
// and sent when the list is closed with the button or by a press elsewhere, as in Discord. Esc
// sends nothing.

import { emoji, h, freshId } from './dom.js';
import { icon } from './icons.js';
import { popover } from './popover.js';

const SEARCHED_FROM = 9; // so many options get a box to search in

// selectMenu draws the closed menu; send gets the chosen values.
export function selectMenu(c, view, busy, send) {
  const { words } = view;
  const choices = (c.options ?? []).map((o) => ({ ...o, chosen: o.default === true }));
  const chosen = choices.filter((o) => o.chosen);
  const id = `component-${c.custom_id}`;
  const face = h(
    'button',
    {
      type: 'button',
      class: `select ${busy ? 'busy' : ''}`,
      disabled: c.disabled === true,
      'aria-haspopup': 'listbox',
      'aria-expanded': 'false',
      'aria-busy': busy ? 'true' : null,
      'aria-label': `${c.placeholder || words.choose}${chosen.length ? `: ${chosen.map((o) => o.label).join(', ')}` : ''}`,
      data: { testid: id, first: choices[0]?.value },
      on: {
        click: () => {
          if (!busy) open();
        },
      },
    },
    h(
      'span',
      { class: `cut ${chosen.length ? '' : 'placeholder'}` },
      chosen.length ? names(chosen) : c.placeholder || words.choose,
    ),
    icon('down'),
  );
  const open = () =>
    new Menu(face, c, choices, view, (values) => {
      const picked = values.map((v) => choices.find((o) => o.value === v) ?? { label: v });
      face
        .querySelector('.cut')
        .replaceChildren(...(picked.length ? names(picked) : [c.placeholder || words.choose]));
      send(values);
    }).show();
  face.addEventListener('keydown', (e) => {
    if (!busy && (e.key === 'ArrowDown' || e.key === 'ArrowUp')) {
      e.preventDefault();
      open();
    }
  });
  return face;
}

// names are the labels of some options, with their emoji.
function names(options) {
  return options.flatMap((o, i) => [
    i > 0 ? ', ' : '',
    ...(o.emoji ? [emoji(o.emoji), ' '] : []),
    o.label,
  ]);
}

class Menu {
  constructor(anchor, c, choices, view, send) {
    this.anchor = anchor;
    this.choices = choices;
    this.words = view.words;
    this.send = send;
    this.min = c.min_values ?? 1;
    this.max = c.max_values ?? 1;
    this.many = this.max > 1 || this.min === 0;
    this.picked = new Set(choices.filter((o) => o.chosen).map((o) => o.value));
    this.before = this.selection();
    this.at = Math.max(
      0,
      choices.findIndex((o) => o.chosen),
    );
    this.id = freshId('menu');
    this.title = c.placeholder || this.words.choose;
  }

  show() {
    this.list = h('ul', {
      role: 'listbox',
      id: this.id,
      tabindex: '0',
      'aria-label': this.title,
      'aria-multiselectable': this.many ? 'true' : null,
      data: { testid: 'select-list' },
    });
    this.search =
      this.choices.length >= SEARCHED_FROM &&
      h('input', {
        type: 'search',
        placeholder: this.words.filter,
        'aria-label': this.words.filter,
        'aria-controls': this.id,
        autocomplete: 'off',
        data: { testid: 'select-search' },
        on: {
          input: () => {
            this.at = 0;
            this.draw();
          },
        },
      });
    this.count = h('span', { class: 'muted' });
    this.ok = h(
      'button',
      {
        type: 'button',
        class: 'button primary',
        data: { testid: 'select-done' },
        on: { click: () => this.finish() },
      },
      this.words.done,
    );
    const foot = this.many && h('div', { class: 'menu-foot' }, this.count, this.ok);
    this.pop = popover(
      this.anchor,
      h('div', { class: 'menu', data: { testid: 'select-menu' } }, this.search, this.list, foot),
      { onClose: (how) => this.closed(how), wide: true },
    );
    this.pop.element.addEventListener('keydown', (e) => this.keydown(e));
    this.draw();
    (this.search || this.list).focus();
  }

  selection() {
    return [...this.picked].sort().join('\n');
  }

  shown() {
    const wanted = (this.search?.value ?? '').trim().toLowerCase();
    return this.choices.filter((o) =>
      `${o.label} ${o.description ?? ''}`.toLowerCase().includes(wanted),
    );
  }

  draw() {
    const shown = this.shown();
    this.at = Math.min(this.at, Math.max(0, shown.length - 1));
    this.list.replaceChildren(...shown.map((o, i) => this.option(o, i)));
    if (shown.length === 0) this.list.append(h('li', { class: 'muted none' }, this.words.nothing));
    const active = shown.length ? `${this.id}-${this.at}` : '';
    for (const el of [this.list, this.search].filter(Boolean))
      el.setAttribute('aria-activedescendant', active);
    this.list.children[this.at]?.scrollIntoView({ block: 'nearest' });
    const n = this.picked.size;
    this.count.textContent = `${this.words.between(this.min, this.max)} · ${this.words.chosen(n)}`;
    this.ok.disabled = !this.valid();
  }

  valid() {
    return this.picked.size >= this.min && this.picked.size <= this.max;
  }

  option(o, i) {
    const on = this.picked.has(o.value);
    const full = this.many && !on && this.picked.size >= this.max;
    return h(
      'li',
      {
        role: 'option',
        id: `${this.id}-${i}`,
        class: i === this.at ? 'active' : '',
        'aria-selected': String(on),
        'aria-disabled': full ? 'true' : null,
        data: { testid: 'select-option', value: o.value },
        on: {
          click: () => {
            this.at = i;
            this.choose(o);
          },
          pointermove: () => {
            if (this.at !== i) {
              this.at = i;
              this.draw();
            }
          },
        },
      },
      this.many && h('span', { class: `tick ${on ? 'on' : ''}` }, on && icon('check')),
      o.emoji && emoji(o.emoji),
      h(
        'span',
        { class: 'option-text' },
        h('span', null, o.label),
        o.description && h('small', null, o.description),
      ),
      !this.many && on && icon('check'),
    );
  }

  choose(o) {
    if (!this.many) {
      this.picked = new Set([o.value]);
      this.finish();
    } else {
      if (this.picked.has(o.value)) this.picked.delete(o.value);
      else if (this.picked.size < this.max) this.picked.add(o.value);
      this.draw();
    }
  }

  keydown(e) {
    const shown = this.shown();
    const moves = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8, Home: -999, End: 999 };
    if (
      e.target === this.ok ||
      (this.search && e.target === this.search && (e.key === 'Home' || e.key === 'End'))
    )
      return;
    if (moves[e.key]) {
      e.preventDefault();
      this.at = Math.max(0, Math.min(shown.length - 1, this.at + moves[e.key]));
      this.draw();
    } else if (e.key === 'Enter' || (e.key === ' ' && e.target !== this.search)) {
      e.preventDefault();
      // With several choices Enter ticks; Ctrl+Enter, or the button, sends.
      if (e.key === 'Enter' && e.ctrlKey && this.many) this.finish();
      else if (shown[this.at]) this.choose(shown[this.at]);
    } else if (e.key === 'Tab' && !this.many) {
      e.preventDefault();
      this.pop.close('escape');
    }
  }

  finish() {
    if (!this.valid()) return;
    this.pop.close('done');
  }

  closed(how) {
    const changed = this.selection() !== this.before;
    const order = this.choices.map((o) => o.value).filter((v) => this.picked.has(v));
    if (how === 'done' || (how === 'outside' && this.many && changed && this.valid()))
      this.send(order);
  }
}
