// Components of a message: rows of buttons and selects (v1), and sections, containers, galleries and the like (v2).

import { h, colour } from './dom.js';
import { dots, icon } from './icons.js';
import { prose } from './prose.js';
import { fileCard, picture } from './media.js';
import { selectMenu } from './select.js';
import { webAddress } from './markdown.js';

const DEEPEST = 5;
const STYLES = { 1: 'primary', 2: 'secondary', 3: 'success', 4: 'danger', 5: 'secondary', 6: 'secondary' };
const LINK_STYLE = 5;

// components draws a message's list of components; kinds that are not known are left out.
export function components(list, message, view, depth = 0) {
  if (depth > DEEPEST) return [];
  return list.map((c) => component(c, message, view, depth));
}

function component(c, message, view, depth) {
  switch (c.type) {
    case 1: return h('div', { class: 'row' }, components(c.components ?? [], message, view, depth + 1));
    case 2: return button(c, message, view);
    case 3: case 5: case 6: case 7: case 8: return select(c, message, view);
    case 9: return section(c, message, view, depth);
    case 10: return prose(c.content, view, 'content');
    case 11: return picture({ ...c.media, description: c.description, spoiler: c.spoiler }, view, message, 'thumb');
    case 12: return gallery(c, message, view);
    case 13: return file(c, message, view);
    case 14: return h('hr', { class: `${c.divider === false ? 'gap' : 'rule'} ${c.spacing === 2 ? 'wide' : ''}` });
    case 17: return container(c, message, view, depth);
    default: return null;
  }
}

function label(c) {
  const emoji = c.emoji && h('span', { class: 'emoji' }, c.emoji.id ? `:${c.emoji.name}:` : c.emoji.name);
  return [emoji, c.label && h('span', null, c.label)];
}

function button(c, message, view) {
  const cls = `button ${STYLES[c.style] ?? 'secondary'}`;
  if (c.style === LINK_STYLE) {
    if (!webAddress(c.url) || c.disabled) return h('button', { type: 'button', class: cls, disabled: true }, label(c), icon('out'));
    return h('a', { class: cls, href: c.url, target: '_blank', rel: 'noopener noreferrer' }, label(c), icon('out'));
  }
  const busy = view.session.isBusy(message.id, c.custom_id);
  // A busy button keeps the focus: disabling it would send the keyboard back to the top of the page.
  return h('button', { type: 'button', class: `${cls} ${busy ? 'busy' : ''}`, disabled: c.disabled === true, 'aria-disabled': busy ? 'true' : null, 'aria-busy': busy ? 'true' : null,
    data: { testid: `component-${c.custom_id}` }, on: { click: () => view.act.press('click', message, c.custom_id) } },
  busy ? [dots(), h('span', { class: 'kept' }, label(c))] : label(c));
}

function select(c, message, view) {
  const busy = view.session.isBusy(message.id, c.custom_id);
  return selectMenu(c, view, busy, (values) => view.act.press('select', message, c.custom_id, values), message.channel_id);
}

function section(c, message, view, depth) {
  return h('div', { class: 'section' },
    h('div', { class: 'section-text' }, components(c.components ?? [], message, view, depth + 1)),
    c.accessory && h('div', { class: 'accessory' }, component(c.accessory, message, view, depth + 1)));
}

function gallery(c, message, view) {
  const items = c.items ?? [];
  return h('div', { class: items.length > 1 ? 'gallery' : 'single' },
    items.map((item) => picture({ ...attached(item.media, message), ...item.media, description: item.description ?? attached(item.media, message)?.description, spoiler: item.spoiler }, view, message, items.length > 1 ? 'tile' : 'whole')));
}

function attached(media, message) {
  const name = media?.url?.startsWith('attachment://') ? media.url.slice('attachment://'.length) : null;
  const found = (message.attachments ?? []).find((a) => (name ? a.filename === name : a.url === media?.url));
  return found && { width: found.width, height: found.height, description: found.description };
}

function file(c, message, view) {
  const url = c.file?.url ?? '';
  const found = (message.attachments ?? []).find((a) => a.url === url || url === `attachment://${a.filename}`);
  return fileCard({ filename: c.name ?? found?.filename ?? url.split('/').at(-1), size: c.size ?? found?.size, url }, view, message);
}

function container(c, message, view, depth) {
  const el = h('section', { class: 'container' }, components(c.components ?? [], message, view, depth + 1));
  if (Number.isInteger(c.accent_color)) el.style.setProperty('--edge', colour(c.accent_color));
  if (!c.spoiler) return el;
  const cover = h('button', { type: 'button', class: 'cover', on: { click: () => cover.replaceWith(el) } }, icon('eye'), view.words.hidden);
  return cover;
}
