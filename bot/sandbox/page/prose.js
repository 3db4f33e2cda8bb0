// Draws the nodes of markdown.js, with the names of people and channels as this person sees them.

import { emoji, h } from './dom.js';
import { parse } from './markdown.js';
import { time } from './clock.js';

const TAGS = { b: 'strong', i: 'em', u: 'u', s: 's' };

// prose draws a text with paragraphs, lists, quotes and code. view: see message.js.
export function prose(text, view, cls = '') {
  const all = parse(text);
  return h(
    'div',
    { class: `prose ${cls} ${onlyEmoji(all) ? 'only-emoji' : ''}` },
    all.map((b) => block(b, view)),
  );
}

// onlyEmoji reports whether a text is nothing but emoji, which are larger then.
function onlyEmoji(all) {
  const nodes = all.flatMap((b) => (b.t === 'p' ? b.c : [b]));
  const blank = (n) => n.t === 'br' || (n.t === 'text' && n.text.trim() === '');
  return nodes.some((n) => n.t === 'emoji') && nodes.every((n) => n.t === 'emoji' || blank(n));
}

function block(b, view) {
  switch (b.t) {
    case 'h':
      return h(`h${b.n + 2}`, { class: `h${b.n}` }, inner(b, view));
    case 'sub':
      return h('p', { class: 'sub' }, inner(b, view));
    case 'quote':
      return h(
        'blockquote',
        null,
        b.c.map((c) => block(c, view)),
      );
    case 'code':
      return h('pre', { tabindex: '0' }, h('code', { data: { lang: b.lang } }, b.text));
    case 'list':
      return list(b, view);
    default:
      return h('p', null, inner(b, view));
  }
}

function list(b, view) {
  return h(
    b.ordered ? 'ol' : 'ul',
    { start: b.ordered ? b.start : null },
    b.items.map((item) =>
      h(
        'li',
        null,
        inner(item, view),
        item.below.map((l) => list(l, view)),
      ),
    ),
  );
}

function inner(b, view) {
  return b.c.map((n) => node(n, view));
}

function node(n, view) {
  switch (n.t) {
    case 'text':
      return n.text;
    case 'br':
      return h('br');
    case 'code':
      return h('code', null, n.text);
    case 'link':
      return h('a', { href: n.href, target: '_blank', rel: 'noopener noreferrer' }, inner(n, view));
    case 'user':
      return mention(view.userName(n.id), n.id === view.session.id);
    case 'role':
      return h('span', { class: 'mention' }, `@${view.words.everyone}`);
    case 'everyone':
      return h('span', { class: 'mention' }, `@${n.name}`);
    case 'channel':
      return channel(n.id, view);
    case 'place':
      return place(n, view);
    case 'time':
      return h('span', { class: 'stamp' }, time(new Date(n.unix * 1000), n.style, view.lang));
    case 'command':
      return h(
        'button',
        { class: 'mention', type: 'button', on: { click: () => view.act.type(`/${n.name}`) } },
        `/${n.name}`,
      );
    case 'emoji':
      return emoji(n);
    case 'spoiler':
      return spoiler(n, view);
    default:
      return h(TAGS[n.t], null, inner(n, view));
  }
}

function mention(name, me) {
  return h('span', { class: me ? 'mention me' : 'mention' }, `@${name}`);
}

function channel(id, view) {
  const found = view.session.channels.get(id);
  if (!found) return h('span', { class: 'mention' }, `#${view.words.unknownChannel}`);
  return h(
    'button',
    { class: 'mention', type: 'button', on: { click: () => view.act.go(id) } },
    `#${found.name}`,
  );
}

// place draws the URL of a channel or message. If this person does not see it, it stays a URL.
function place(n, view) {
  const found = view.session.channels.get(n.id);
  if (!found)
    return node({ t: 'link', href: n.href, c: n.c ?? [{ t: 'text', text: n.href }] }, view);
  const name = n.c ? inner(n, view) : view.placeName(found);
  return h(
    'button',
    { class: 'mention', type: 'button', on: { click: () => view.act.go(n.id, n.message) } },
    n.message && !n.c ? `${name} › ${view.words.messageThere}` : name,
  );
}

// A spoiler is a button until it is shown, then ordinary text that can be selected and copied.
function spoiler(n, view) {
  const inside = h('span', { 'aria-hidden': 'true', inert: true }, inner(n, view));
  const cover = h(
    'span',
    {
      class: 'spoiler',
      role: 'button',
      tabindex: '0',
      'aria-label': view.words.hidden,
      'aria-expanded': 'false',
    },
    inside,
  );
  const show = () => {
    const seen = h('span', { class: 'spoiler shown', tabindex: '-1' }, inner(n, view));
    cover.replaceWith(seen);
    seen.focus({ preventScroll: true });
  };
  cover.addEventListener('click', show);
  cover.addEventListener('keydown', (e) => {
    if (e.key !== 'Enter' && e.key !== ' ') return;
    e.preventDefault();
    show();
  });
  return cover;
}
