// Draws one message as its reader sees it.
//
// All drawing modules get view: {session, words, lang, userName(id), placeName(channel), act}. act
// has go(channel, message), type(text), press(what, message, custom id, values), dismiss(message),
// remove(message), forget(note).

import { h, fill } from './dom.js';
import { dots, face, icon } from './icons.js';
import { prose } from './prose.js';
import { fileCard, isImage, picture } from './media.js';
import { components } from './components.js';
import { format, stamp } from './clock.js';

export const EPHEMERAL = 64;
const LOADING = 128;
const SILENT = 4096;
const SLASH = 2; // interaction_metadata.type of a command

// nameOf returns a user's display name.
export function nameOf(user) {
  return user?.global_name || user?.username || '?';
}

// whatFailed returns the sentence below a failed action, Discord's own in the person's language.
function whatFailed(sentence, words) {
  return sentence === '?' || /^(This|The) application did not respond\.?$/.test(sentence)
    ? words.noAnswer
    : sentence;
}

// renderMessage draws a message; follows: it continues the one above.
export function renderMessage(message, view) {
  const { words } = view;
  const author = message.author ?? {};
  const ephemeral = (message.flags & EPHEMERAL) !== 0;
  const failure = view.session.failures.get(message.id);
  const el = h('article', {
    class: ['message', ephemeral && 'ephemeral', message.mentioned_me && 'pings']
      .filter(Boolean)
      .join(' '),
    tabindex: '-1',
    data: {
      testid: 'message',
      id: message.id,
      author: nameOf(author),
      ephemeral: ephemeral ? '1' : undefined,
    },
    'aria-label': `${nameOf(author)}, ${stamp(message.timestamp, view.lang)}`,
  });
  fill(
    el,
    h('div', { class: 'gutter' }, face(author, author.bot)),
    h(
      'div',
      { class: 'body' },
      above(message, view),
      heading(message, view),
      body(message, view),
      failure &&
        h(
          'p',
          { class: 'failure', role: 'alert', data: { testid: 'failure' } },
          icon('warn'),
          whatFailed(failure, words),
        ),
      ephemeral && ephemeralLine(message, view),
    ),
    tools(message, view, ephemeral),
  );
  return el;
}

function above(message, view) {
  const { words } = view;
  const used = message.interaction_metadata;
  if (used?.type !== SLASH) return null;
  return h(
    'p',
    { class: 'above', data: { testid: 'used' } },
    icon('reply'),
    h('strong', null, nameOf(used.user)),
    ` ${words.used} `,
    h('span', { class: 'mention' }, `/${used.name}`),
  );
}

function heading(message, view) {
  const { words, lang } = view;
  const author = message.author ?? {};
  return h(
    'header',
    { class: 'who' },
    h('strong', { class: 'author' }, nameOf(author)),
    author.bot && h('span', { class: 'tag' }, words.bot),
    h(
      'time',
      { datetime: message.timestamp, title: format(new Date(message.timestamp), 'F', lang) },
      stamp(message.timestamp, lang),
    ),
    (message.flags & SILENT) !== 0 && h('span', { class: 'muted', 'aria-hidden': 'true' }, '·'),
  );
}

function body(message, view) {
  const { words } = view;
  if (message.flags & LOADING)
    return h(
      'p',
      { class: 'thinking', data: { testid: 'thinking' } },
      dots(),
      words.thinking(nameOf(message.author)),
    );
  return [
    message.content && text(message, view),
    message.edited_timestamp && !message.content && h('span', { class: 'edited' }, words.edited),
    attachments(message, view),
    components(message.components ?? [], message, view),
    message.thread && threadLink(message, view),
  ];
}

function text(message, view) {
  const el = prose(message.content, view, 'content');
  el.dataset.units = message.content.length; // of UTF-16, which Discord counts
  if (message.edited_timestamp) {
    const mark = h(
      'span',
      { class: 'edited', title: format(new Date(message.edited_timestamp), 'F', view.lang) },
      view.words.edited,
    );
    if (el.lastElementChild?.tagName === 'P') el.lastElementChild.append(' ', mark);
    else el.append(mark);
  }
  return el;
}

function threadLink(message, view) {
  const thread = message.thread ?? view.session.channels.get(message.id);
  return (
    thread &&
    h(
      'button',
      { type: 'button', class: 'thread-link', on: { click: () => view.act.go(thread.id) } },
      icon('thread'),
      thread.name ?? view.words.thread,
    )
  );
}

function attachments(message, view) {
  const all = message.attachments ?? [];
  const images = all.filter(isImage);
  return [
    images.length > 0 &&
      h(
        'div',
        { class: images.length > 1 ? 'gallery' : 'single' },
        images.map((a) => picture(a, view, images.length > 1 ? 'tile' : 'whole')),
      ),
    all.filter((a) => !isImage(a)).map((a) => fileCard(a, view)),
  ];
}

function ephemeralLine(message, view) {
  return h(
    'p',
    { class: 'only-you' },
    icon('eye'),
    view.words.onlyYou,
    ' · ',
    h(
      'button',
      {
        type: 'button',
        class: 'link',
        data: { testid: 'dismiss' },
        on: { click: () => view.act.dismiss(message) },
      },
      view.words.dismiss,
    ),
  );
}

function tools(message, view, ephemeral) {
  if (ephemeral) return null;
  return h(
    'div',
    { class: 'tools' },
    h(
      'button',
      {
        type: 'button',
        class: 'round',
        title: view.words.removeMessage,
        'aria-label': view.words.removeMessage,
        data: { testid: 'delete-message' },
        on: { click: () => view.act.remove(message) },
      },
      icon('trash'),
    ),
  );
}

// renderNote draws one of the person's own commands while it runs, or after it failed.
export function renderNote(note, view) {
  const { words, session } = view;
  return h(
    'article',
    {
      class: `message note ${note.error ? 'failed' : ''}`,
      data: { testid: 'note' },
      tabindex: '-1',
    },
    h('div', { class: 'gutter' }, face(session.person, false)),
    h(
      'div',
      { class: 'body' },
      h(
        'p',
        { class: 'above' },
        icon('reply'),
        h('strong', null, session.name),
        ` ${words.used} `,
        h('span', { class: 'mention' }, note.line),
      ),
      note.error
        ? [
            h(
              'p',
              { class: 'failure', role: 'alert', data: { testid: 'failure' } },
              icon('warn'),
              whatFailed(note.error, words),
            ),
            h(
              'p',
              { class: 'only-you' },
              icon('eye'),
              words.onlyYou,
              ' · ',
              h(
                'button',
                {
                  type: 'button',
                  class: 'link',
                  data: { testid: 'dismiss' },
                  on: { click: () => view.act.forget(note) },
                },
                words.dismiss,
              ),
            ),
          ]
        : h('p', { class: 'thinking' }, dots(), words.sending),
    ),
  );
}
