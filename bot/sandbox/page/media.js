// Pictures and files of a message: scaled as Discord does (client.css), with alt text; a press shows
// a picture as large as the window.

import { h } from './dom.js';
import { icon } from './icons.js';
import { openLightbox } from './lightbox.js';

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]']);
const IMAGE_NAME = /\.(png|jpe?g|gif|webp)$/i;

// localAddress returns the URL of an attachment on this page's server, or null: the sandbox fetches
// nothing from elsewhere.
function localAddress(address) {
  let url;
  try {
    url = new URL(address, location.href);
  } catch {
    return null;
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null;
  return url.host === location.host || LOOPBACK.has(url.hostname)
    ? url.pathname + url.search
    : null;
}

// isImage reports whether an attachment can be shown, by type or name.
export function isImage(attachment) {
  return attachment.content_type
    ? attachment.content_type.startsWith('image/')
    : IMAGE_NAME.test(attachment.filename ?? '');
}

// picture shows one image attachment; cls is "whole" or "tile".
export function picture(media, view, cls) {
  const { words } = view;
  const source = localAddress(media.url);
  const alt = media.description ?? '';
  if (!source) return h('p', { class: 'muted' }, alt || words.image);
  const image = h('img', {
    src: source,
    alt,
    width: media.width,
    height: media.height,
    decoding: 'async',
    draggable: 'false',
  });
  const open = h(
    'button',
    {
      type: 'button',
      class: 'picture-open',
      'aria-label': `${words.openImage}${alt ? `: ${alt}` : ''}`,
      data: { testid: 'image' },
      on: { click: () => openLightbox(source, alt, words) },
    },
    image,
  );
  const figure = h('figure', { class: `picture ${cls}` }, open, alt && altButton(alt, words));
  if (media.width && media.height) {
    figure.style.setProperty('--ratio', media.width / media.height);
    figure.style.setProperty('--natural', `${media.width}px`);
  }
  return figure;
}

function altButton(alt, words) {
  const text = h(
    'figcaption',
    { class: 'alt-text', hidden: true, data: { testid: 'alt-text' } },
    alt,
  );
  const button = h(
    'button',
    {
      type: 'button',
      class: 'alt',
      'aria-expanded': 'false',
      'aria-label': words.altText,
      title: words.altText,
      data: { testid: 'alt' },
      on: {
        click: () => {
          text.hidden = !text.hidden;
          button.setAttribute('aria-expanded', String(!text.hidden));
        },
      },
    },
    words.alt,
  );
  return [button, text];
}

// fileCard offers a file that is not a picture.
export function fileCard(attachment, view) {
  const source = localAddress(attachment.url);
  const name = attachment.filename || view.words.file;
  return h(
    'div',
    { class: 'file', data: { testid: 'file' } },
    icon('file'),
    source
      ? h('a', { href: source, download: name, target: '_blank', rel: 'noopener' }, name)
      : h('span', null, name),
    h('span', { class: 'muted' }, size(attachment.size)),
  );
}

function size(bytes) {
  if (!(bytes >= 0)) return '';
  if (bytes < 1024) return `${bytes} B`;
  return bytes < 1048576
    ? `${(bytes / 1024).toFixed(1)} KiB`
    : `${(bytes / 1048576).toFixed(1)} MiB`;
}
