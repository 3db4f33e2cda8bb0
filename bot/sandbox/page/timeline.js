// The messages of one channel, scrolled to the bottom unless the reader has scrolled up.

import { h, byTestId } from './dom.js';
import { icon } from './icons.js';
import { renderMessage, renderNote } from './message.js';
import { playNow } from './playnow.js';

const NEAR = 80; // pixels from the bottom that still count as being there
const SHOWN = 120; // messages drawn at first; more on request
const TOGETHER = 7 * 60 * 1000; // ms within which an author's messages stand together

// Timeline owns the list element. show() chooses the place, update() redraws it.
export class Timeline {
  constructor() {
    this.list = h('div', {
      class: 'messages',
      role: 'log',
      'aria-live': 'polite',
      'aria-relevant': 'additions',
      tabindex: '0',
      data: { testid: 'messages' },
    });
    this.jump = h('button', {
      type: 'button',
      class: 'jump',
      hidden: true,
      data: { testid: 'jump' },
      on: { click: () => this.toBottom() },
    });
    this.inner = h('div', { class: 'messages-inner' });
    this.list.append(this.inner);
    this.element = h('div', { class: 'timeline' }, this.list, this.jump);
    this.places = new Map(); // "person/channel" → how far up the reader had scrolled
    this.nodes = new Map();
    this.stick = true;
    this.fresh = 0;
    this.list.addEventListener('scroll', () => this.scrolled(), { passive: true });
    // Pictures and fonts that load later must not push the newest line out of view.
    const follow = new ResizeObserver(() => {
      if (this.stick) this.list.scrollTop = this.list.scrollHeight;
    });
    follow.observe(this.inner);
    follow.observe(this.list);
    this.onBottom = () => {};
  }

  atBottom() {
    return this.list.scrollHeight - this.list.scrollTop - this.list.clientHeight < NEAR;
  }

  scrolled() {
    const was = this.stick;
    this.stick = this.atBottom();
    if (this.stick) {
      this.fresh = 0;
      this.drawJump();
      if (!was) this.onBottom();
    } else if (this.jump.hidden) {
      this.drawJump();
    }
  }

  toBottom() {
    this.stick = true;
    this.fresh = 0;
    this.list.scrollTop = this.list.scrollHeight;
    this.drawJump();
    this.onBottom();
  }

  // reveal brings a message of this channel into view, if it is drawn.
  reveal(message) {
    const found = [...this.inner.children].find((el) => el.dataset.id === message);
    if (!found) return;
    this.stick = false;
    found.scrollIntoView({ block: 'center' });
    this.drawJump();
  }

  // show opens a person's channel at the position where that reader was.
  show(view, channel, name) {
    const key = `${view.session.id}/${channel}`;
    if (this.key) this.places.set(this.key, this.stick ? null : this.list.scrollTop);
    this.key = key;
    this.channel = channel;
    this.limit = SHOWN;
    this.fresh = 0;
    this.first = view.session.unread.get(channel)?.first;
    this.nodes.clear();
    this.list.setAttribute('aria-label', view.words.log(name));
    this.list.lang = view.lang;
    // The log is silent while it is filled, or a screen reader would read the whole history.
    this.list.setAttribute('aria-live', 'off');
    this.inner.replaceChildren();
    this.update(view);
    const place = this.places.get(key);
    this.stick = place === null || place === undefined;
    this.list.scrollTop = this.stick ? this.list.scrollHeight : place;
    this.drawJump();
    requestAnimationFrame(() => this.list.setAttribute('aria-live', 'polite'));
  }

  // update draws changes since the last time.
  update(view) {
    this.view = view;
    const all = view.session.messagesOf(this.channel);
    const messages = all.slice(-this.limit);
    const wanted = [];
    if (messages.length < all.length)
      wanted.push(this.keep('earlier', view.words, () => this.earlier(view)));
    let before = null;
    for (const m of messages) {
      if (m.id === this.first) {
        wanted.push(
          this.keep('new', view.words, () =>
            h(
              'div',
              { class: 'new-line', role: 'separator', 'aria-label': view.words.newHere },
              h('span', null, view.words.newHere),
            ),
          ),
        );
        before = null;
      }
      const el = this.keep(m.id, m, () => renderMessage(m, view), this.state(m, view));
      el.classList.toggle('follows', this.follows(m, before));
      wanted.push(el);
      before = m;
    }
    for (const note of view.session.notes.filter((n) => n.channel === this.channel))
      wanted.push(this.keep(note.key, note, () => renderNote(note, view), note.error));
    if (wanted.length === 0)
      wanted.push(this.keep('empty', view.session.commands, () => this.empty(view)));
    this.settle(wanted);
  }

  // state is the rest that a message's appearance depends on; while it is the same, the drawn
  // message stays.
  state(m, view) {
    const busy = [...view.session.busy.keys()].filter((k) => k.startsWith(`${m.id}/`)).join();
    return `${view.lang}|${busy}|${view.session.failures.get(m.id) ?? ''}`;
  }

  keep(key, source, draw, state = '') {
    const old = this.nodes.get(key);
    if (old && old.source === source && old.state === state) return old.el;
    const el = draw();
    this.nodes.set(key, { el, source, state });
    if (old?.el.isConnected) this.replace(old.el, el);
    return el;
  }

  // replace inserts a redrawn message and keeps the focus in it.
  replace(old, el) {
    const held = old.contains(document.activeElement)
      ? document.activeElement.dataset.testid
      : undefined;
    old.replaceWith(el);
    if (held === undefined) return;
    const same = byTestId(el, held);
    (same && !same.disabled ? same : el).focus({ preventScroll: true });
  }

  settle(wanted) {
    const keepSet = new Set(wanted);
    const known = this.inner.childElementCount > 0;
    let added = 0;
    for (const el of [...this.inner.children]) {
      if (!keepSet.has(el)) {
        if (el.contains(document.activeElement)) this.list.focus({ preventScroll: true });
        el.remove();
      }
    }
    wanted.forEach((el, i) => {
      if (this.inner.children[i] === el) return;
      if (!el.isConnected && el.dataset.testid === 'message') added += 1;
      this.inner.insertBefore(el, this.inner.children[i] ?? null);
    });
    for (const [key, node] of this.nodes) if (!keepSet.has(node.el)) this.nodes.delete(key);
    if (this.stick) this.list.scrollTop = this.list.scrollHeight;
    else if (known) this.fresh += added;
    this.drawJump();
  }

  follows(m, before) {
    if (!before || before.author?.id !== m.author?.id || m.interaction_metadata) return false;
    if ((m.flags & 64) !== (before.flags & 64)) return false;
    return new Date(m.timestamp) - new Date(before.timestamp) < TOGETHER;
  }

  earlier(view) {
    return h(
      'button',
      {
        type: 'button',
        class: 'link earlier',
        on: {
          click: () => {
            const height = this.list.scrollHeight;
            const top = this.list.scrollTop;
            this.limit += SHOWN;
            this.stick = false;
            this.update(this.view);
            this.list.scrollTop = top + this.list.scrollHeight - height;
          },
        },
      },
      view.words.earlier,
    );
  }

  // empty is shown in a place without messages.
  empty(view) {
    return h(
      'div',
      { class: 'empty' },
      h('p', { class: 'muted' }, view.words.empty),
      playNow(view.session, view.session.channels.get(this.channel), view.words, view.act),
    );
  }

  drawJump() {
    if (!this.view) return;
    const { words } = this.view;
    this.jump.hidden = this.stick;
    this.jump.replaceChildren(icon('down'), this.fresh > 0 ? words.fresh(this.fresh) : '');
    this.jump.setAttribute(
      'aria-label',
      `${words.jump}${this.fresh > 0 ? `, ${words.fresh(this.fresh)}` : ''}`,
    );
  }
}
