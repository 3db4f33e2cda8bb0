// The list above the composer that completes commands and values. The focus stays in the input;
// aria-activedescendant names the active line.

import { h, freshId } from './dom.js';
import { icon } from './icons.js';

// Completion is one list: open() fills it for an input, move() and active() handle its keys.
export class Completion {
  constructor(onPick) {
    this.id = freshId('completion');
    this.title = h('p', { class: 'completion-title' });
    this.list = h('ul', { role: 'listbox', id: this.id, data: { testid: 'completion-list' } });
    this.element = h(
      'div',
      { class: 'completion', hidden: true, data: { testid: 'completion' } },
      this.title,
      this.list,
    );
    // A press must not take the focus from the input, which closes the list when it loses it.
    this.element.addEventListener('pointerdown', (e) => e.preventDefault());
    this.onPick = onPick;
    this.items = [];
    this.at = -1;
  }

  get isOpen() {
    return !this.element.hidden;
  }

  // open shows items ({label, detail, tag}) for input; at is the active line, -1 for none.
  open(input, title, items, at, note = '') {
    if (this.input && this.input !== input) this.release();
    this.input = input;
    this.items = items;
    this.at = Math.min(at, items.length - 1);
    this.title.textContent = title;
    this.title.hidden = title === '';
    this.list.setAttribute('aria-label', title);
    this.list.replaceChildren(...items.map((item, i) => this.line(item, i)));
    if (note) this.list.append(h('li', { class: 'muted none', role: 'presentation' }, note));
    this.element.hidden = items.length === 0 && !note;
    input.setAttribute('aria-expanded', String(!this.element.hidden));
    input.setAttribute('aria-controls', this.id);
    this.mark();
  }

  line(item, i) {
    return h(
      'li',
      {
        role: 'option',
        id: `${this.id}-${i}`,
        'aria-selected': 'false',
        data: { testid: 'completion-item', value: item.key ?? String(item.value ?? '') },
        on: {
          click: () => this.onPick(item),
          pointermove: () => {
            if (this.at !== i) {
              this.at = i;
              this.mark(false);
            }
          },
        },
      },
      item.icon && icon(item.icon),
      h(
        'span',
        { class: 'option-text' },
        h('span', { class: 'option-label' }, item.label),
        item.detail && h('small', null, item.detail),
      ),
      item.tag && h('span', { class: 'tag quiet' }, item.tag),
    );
  }

  mark(follow = true) {
    [...this.list.children].forEach((li, i) => {
      li.classList.toggle('active', i === this.at);
      if (li.getAttribute('role') === 'option')
        li.setAttribute('aria-selected', String(i === this.at));
      if (follow && i === this.at) li.scrollIntoView({ block: 'nearest' });
    });
    if (this.at >= 0 && this.items.length > 0)
      this.input.setAttribute('aria-activedescendant', `${this.id}-${this.at}`);
    else this.input?.removeAttribute('aria-activedescendant');
  }

  move(by) {
    if (this.items.length === 0) return;
    const from = this.at < 0 && by < 0 ? 0 : this.at;
    this.at = (from + by + this.items.length) % this.items.length;
    this.mark();
  }

  active() {
    return this.isOpen ? this.items[this.at] : undefined;
  }

  release() {
    this.input?.setAttribute('aria-expanded', 'false');
    this.input?.removeAttribute('aria-activedescendant');
  }

  close() {
    this.release();
    this.items = [];
    this.at = -1;
    this.element.hidden = true;
  }
}
