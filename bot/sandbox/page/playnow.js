// "Learn" in one press: sends /learn with the title that is offered first.
//
// "Play now" in one press: sends /game new with a title, waits for the answer, presses its button
// for a game against the computer, and opens the direct messages, where the game is played.

import { h } from './dom.js';
import { leaves, payload } from './commands.js';
import { isDirect } from './session.js';
import { localized } from './words.js';

const COMMAND = 'game new';
const LESSON = 'learn';
const TITLE = 'title';
const ALONE = /^solo\//; // the custom_id of the button
const PATIENCE = 20000;

// command returns a command about a title if it can be used in a channel, else undefined.
function command(session, channel, name = COMMAND) {
  const leaf =
    channel &&
    leaves(session.commands, channel, session.locale, session.person.installed).find(
      (l) => l.name === name,
    );
  return leaf?.options.some((o) => o.name === TITLE && o.choices?.length > 0) ? leaf : undefined;
}

// playNow draws a button for each title that the bot offers in a channel; null if it offers none.
export function playNow(session, channel, words, act) {
  const leaf = command(session, channel);
  if (!leaf) return null;
  const titles = leaf.options.find((o) => o.name === TITLE).choices;
  const button = (kind, testid, label, run) =>
    h(
      'button',
      {
        type: 'button',
        class: `button ${kind}`,
        data: { testid },
        on: { click: (e) => once(e.currentTarget, run) },
      },
      label,
    );
  return h(
    'section',
    { class: 'play-now', 'aria-label': words.playNow, data: { testid: 'play-now' } },
    command(session, channel, LESSON) && [
      h('p', null, words.newcomer),
      h(
        'div',
        { class: 'row' },
        button('primary', 'learn', words.learn, () => act.learn(channel)),
      ),
    ],
    h('p', null, words.playNow),
    h(
      'div',
      { class: 'row' },
      titles.map((c) =>
        button(
          'primary',
          `play-${c.value}`,
          localized(c.name_localizations, session.locale, c.name),
          () => act.playNow(channel, c.value),
        ),
      ),
    ),
  );
}

// once disables a button until its action has ended.
async function once(button, run) {
  if (button.getAttribute('aria-busy') === 'true') return;
  button.setAttribute('aria-busy', 'true');
  try {
    await run();
  } finally {
    button.removeAttribute('aria-busy');
  }
}

// learn begins the lesson about the title that is offered first, or goes on with it, in a channel;
// go opens the place.
export async function learn(session, channel, go) {
  const leaf = command(session, channel, LESSON);
  const option = leaf.options.find((o) => o.name === TITLE);
  const chosen = { name: TITLE, type: option.type, value: option.choices[0].value };
  await session.slash(channel.id, `/${leaf.label}`, payload(leaf, [chosen]));
  go(channel.id);
}

// begin opens a game of a title against the computer; go opens a place. It throws if there is no
// such command, or no answer.
export async function begin(session, channel, title, go) {
  const leaf = command(session, channel);
  const option = leaf.options.find((o) => o.name === TITLE);
  const asked = await session.slash(
    channel.id,
    `/${leaf.label}`,
    payload(leaf, [{ name: TITLE, type: option.type, value: title }]),
  );
  const answer = await found(session, () =>
    session.messagesOf(channel.id).find((m) => m.interaction_metadata?.id === asked && alone(m)),
  );
  const direct = [...session.channels.values()].find(
    (c) => isDirect(c) && (c.recipients ?? []).length < 2,
  );
  const before = new Set(direct ? session.messagesOf(direct.id).map((m) => m.id) : []);
  await session.press('click', answer, alone(answer));
  const place = await found(session, () =>
    [...session.channels.values()].find(
      (c) =>
        isDirect(c) &&
        session.messagesOf(c.id).some((m) => !before.has(m.id) && m.author?.id === session.bot?.id),
    ),
  );
  go(place.id);
}

// alone returns the custom_id of a message's button for a game against the computer.
function alone(message) {
  return (message.components ?? [])
    .flatMap((row) => row.components ?? [])
    .find((c) => ALONE.test(c.custom_id ?? ''))?.custom_id;
}

// found waits until look finds something in the person's view.
function found(session, look) {
  return new Promise((resolve, reject) => {
    const end = () => {
      session.removeEventListener('change', check);
      clearTimeout(late);
    };
    const check = () => {
      const what = look();
      if (!what) return;
      end();
      resolve(what);
    };
    const late = setTimeout(() => {
      end();
      reject(new Error());
    }, PATIENCE);
    session.addEventListener('change', check);
    check();
  });
}
