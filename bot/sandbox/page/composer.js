// The box at the bottom: plain messages, and after a "/" a command with its options as chips
// (chips.js).

import { h } from './dom.js';
import { icon } from './icons.js';
import { act } from './api.js';
import { Completion } from './completion.js';
import { Chips } from './chips.js';
import { find, leaves, payload, typedCommand, valueOf, wholeCommand } from './commands.js';

const TALLEST = 200; // pixels; then it scrolls

// Composer owns its element; show() switches to a person's channel and keeps a draft for each.
export class Composer {
  constructor() {
    this.drafts = new Map();
    this.completion = new Completion((item) => this.pick(item));
    this.error = h('p', {
      class: 'failure composer-error',
      role: 'alert',
      hidden: true,
      data: { testid: 'composer-error' },
    });
    this.text = h('textarea', {
      id: 'composer',
      rows: 1,
      maxlength: 2000,
      role: 'combobox',
      'aria-haspopup': 'listbox',
      'aria-expanded': 'false',
      'aria-autocomplete': 'list',
      enterkeyhint: 'send',
      data: { testid: 'composer' },
    });
    this.text.addEventListener('input', () => this.typed());
    this.text.addEventListener('keydown', (e) => this.key(e));
    this.text.addEventListener('blur', () => {
      if (!this.chips) this.completion.close();
    });
    this.text.addEventListener('focus', () => this.complete());
    this.button = h(
      'button',
      { type: 'submit', class: 'round send', data: { testid: 'send' } },
      icon('send'),
    );
    this.box = h('div', { class: 'box' }, this.text, this.button);
    this.element = h(
      'form',
      {
        class: 'composer',
        autocomplete: 'off',
        on: {
          submit: (e) => {
            e.preventDefault();
            this.send();
          },
        },
      },
      this.error,
      this.completion.element,
      this.box,
    );
  }

  // show switches to a place; name is the place's name.
  show(view, channel, name) {
    this.keepDraft();
    this.view = view;
    this.channel = channel;
    this.leaveChips();
    this.fail('');
    this.completion.close();
    const { words } = view;
    this.text.placeholder = words.messageTo(name);
    this.text.setAttribute('aria-label', words.messageTo(name));
    this.button.setAttribute('aria-label', words.send);
    this.button.title = words.send;
    const draft = this.drafts.get(this.draftKey());
    this.text.value = draft?.text ?? '';
    if (draft?.command) this.begin(draft.command.leaf, draft.command.given, false);
    this.grow();
  }

  draftKey() {
    return `${this.view.session.id}/${this.channel.id}`;
  }

  keepDraft() {
    if (!this.view) return;
    this.drafts.set(this.draftKey(), {
      text: this.chips ? '' : this.text.value,
      command: this.chips && { leaf: this.chips.leaf, given: this.chips.given() },
    });
  }

  focus() {
    (this.chips ? this.chips.first() : this.text).focus();
  }

  // type fills the box as if the person had typed the text.
  type(text) {
    this.leaveChips();
    this.text.value = text;
    this.text.focus();
    this.typed();
  }

  grow() {
    this.text.style.height = 'auto';
    this.text.style.height = `${Math.min(this.text.scrollHeight, TALLEST)}px`;
  }

  fail(sentence) {
    this.error.textContent = sentence;
    this.error.hidden = sentence === '';
  }

  leaves() {
    return leaves(
      this.view.session.commands,
      this.channel,
      this.view.session.locale,
      this.view.session.person.installed,
    );
  }

  typed() {
    this.grow();
    this.fail('');
    if (this.text.value.startsWith('/')) {
      const whole = typedCommand(this.leaves(), this.text.value);
      if (whole) {
        this.begin(whole.leaf, whole.given);
        return;
      }
    }
    this.complete();
  }

  complete() {
    const { value } = this.text;
    if (!value.startsWith('/') || value.includes('\n')) {
      this.completion.close();
      return;
    }
    const { words } = this.view;
    const found = find(this.leaves(), value.slice(1));
    const items = found.map((leaf) => ({
      leaf,
      key: leaf.name,
      label: `/${leaf.label}`,
      detail: leaf.description,
      tag: leaf.options
        .filter((o) => o.required)
        .map((o) => o.label)
        .join(' '),
    }));
    this.completion.open(
      this.text,
      words.commands,
      items,
      0,
      items.length === 0 ? words.nothing : '',
    );
  }

  key(e) {
    if (e.isComposing) return;
    const open = this.completion.isOpen;
    if (open && (e.key === 'ArrowDown' || e.key === 'ArrowUp')) {
      e.preventDefault();
      this.completion.move(e.key === 'ArrowDown' ? 1 : -1);
    } else if (open && e.key === 'Escape') {
      e.preventDefault();
      e.stopPropagation();
      this.completion.close();
    } else if (
      open &&
      this.completion.active() &&
      (e.key === 'Enter' || (e.key === 'Tab' && !e.shiftKey))
    ) {
      e.preventDefault();
      this.pick(this.completion.active());
    } else if (e.key === 'Enter' && !e.shiftKey) {
      e.preventDefault();
      this.send();
    }
  }

  pick(item) {
    if (this.chips) this.chips.pick(item);
    else this.begin(item.leaf, new Map());
  }

  // begin turns the box into a command with chips for its options.
  begin(leaf, given, focus = true) {
    this.text.value = '';
    this.completion.close();
    this.chips?.element.remove();
    this.chips = new Chips(leaf, given, this.view, this.channel, this.completion, {
      send: () => this.send(),
      leave: (text) => {
        this.leaveChips();
        this.type(text);
      },
      fail: (sentence) => this.fail(sentence),
    });
    this.text.hidden = true;
    this.box.prepend(this.chips.element);
    if (focus) this.chips.begin();
  }

  leaveChips() {
    this.chips?.element.remove();
    this.chips = null;
    this.text.hidden = false;
    this.completion.close();
  }

  async send() {
    const { words } = this.view;
    const leaf = this.chips ? null : wholeCommand(this.leaves(), this.text.value);
    if (leaf) {
      this.begin(leaf, new Map());
      if (leaf.options.some((o) => o.required)) return;
    }
    try {
      if (this.chips) await this.sendCommand();
      else if (/^\/\S*$/.test(this.text.value)) this.fail(words.unknownCommand);
      else if (this.text.value.trim() !== '') await this.sendText(this.text.value);
    } catch (refusal) {
      this.fail(refusal.message || words.offline);
    }
  }

  // sendText empties the box at once, so that the next message can be typed, and puts a refused
  // text back.
  async sendText(content) {
    const place = this.draftKey();
    this.text.value = '';
    this.grow();
    try {
      await act(this.view.session.id, 'say', { channel_id: this.channel.id, content });
    } catch (refusal) {
      if (this.draftKey() === place && this.text.value === '') this.text.value = content;
      this.grow();
      throw refusal;
    }
  }

  async sendCommand() {
    const { session, words } = this.view;
    const { chips, channel } = this;
    const options = [];
    for (const chip of chips.all) {
      const { value, error } = valueOf(chip, session, words);
      if (error) {
        chip.input.focus();
        this.completion.close();
        this.fail(error);
        return;
      }
      if (value !== undefined)
        options.push({ name: chip.option.name, type: chip.option.type, value });
    }
    this.fail('');
    if (chips.sending) return; // a second Enter before the server has answered the first
    chips.sending = true;
    try {
      await session.slash(channel.id, chips.line(), payload(chips.leaf, options));
    } finally {
      chips.sending = false;
    }
    if (this.chips !== chips) return;
    const held = this.element.contains(document.activeElement);
    this.leaveChips();
    this.text.value = '';
    this.grow();
    if (held) this.text.focus();
  }
}
