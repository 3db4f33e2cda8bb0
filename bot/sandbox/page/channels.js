// The list of places: the guild's channels with their threads, and the person's direct messages.

import { h, fill } from './dom.js';
import { face, icon } from './icons.js';
import { nameOf } from './message.js';
import { count } from './people.js';
import { compareIds, isDirect } from './session.js';

const THREADS = [10, 11, 12];

// channelName returns the name of a place: "#general", "Amsterdam 7", "@Konduktor".
export function channelName(channel, session) {
  if (!channel) return '';
  if (!isDirect(channel)) return `${THREADS.includes(channel.type) ? '' : '#'}${channel.name}`;
  const others = (channel.recipients ?? []).filter((u) => u.id !== session.id);
  return `@${others.length > 0 ? others.map(nameOf).join(', ') : nameOf(session.bot)}`;
}

// orderedChannels lists all places from top to bottom: {channel, depth}, the guild's first.
export function orderedChannels(session) {
  const all = [...session.channels.values()];
  const guild = all
    .filter((c) => !isDirect(c) && !THREADS.includes(c.type))
    .sort((a, b) => (a.position ?? 0) - (b.position ?? 0) || compareIds(a.id, b.id));
  const closed = (c) => (c.thread_metadata?.archived ? 1 : 0);
  const threads = (parent) =>
    all
      .filter((c) => THREADS.includes(c.type) && c.parent_id === parent)
      .sort((a, b) => closed(a) - closed(b) || compareIds(b.id, a.id));
  const orphans = all.filter((c) => THREADS.includes(c.type) && !session.channels.has(c.parent_id));
  return [
    ...guild.flatMap((c) => [
      { channel: c, depth: 0 },
      ...threads(c.id).map((t) => ({ channel: t, depth: 1 })),
    ]),
    ...orphans.map((c) => ({ channel: c, depth: 1 })),
    ...all
      .filter(isDirect)
      .sort((a, b) => compareIds(a.id, b.id))
      .map((c) => ({ channel: c, depth: 0 })),
  ];
}

// drawChannels fills the list; act: {go(channel), remove(channel), gather()}, offers: the part
// below.
export function drawChannels(nav, session, current, words, act) {
  nav.setAttribute('aria-label', words.channels);
  const all = orderedChannels(session);
  const rows = (list) =>
    h(
      'ul',
      null,
      list.map(({ channel, depth }) =>
        row(channel, depth, session, channel.id === current, words, act),
      ),
    );
  const direct = all.filter(({ channel }) => isDirect(channel));
  fill(
    nav,
    h('h1', { class: 'guild' }, session.guild.name),
    rows(all.filter(({ channel }) => !isDirect(channel))),
    h(
      'h2',
      null,
      words.direct,
      h(
        'button',
        {
          type: 'button',
          class: 'round',
          'aria-label': words.gather,
          title: words.gather,
          data: { testid: 'gather' },
          on: { click: act.gather },
        },
        icon('plus'),
      ),
    ),
    direct.length > 0 && rows(direct),
    act.offers,
  );
}

// companion returns the person whose face is shown for a direct channel.
function companion(channel, session) {
  return (channel.recipients ?? []).find((u) => u.id !== session.id) ?? session.bot ?? {};
}

function row(channel, depth, session, now, words, act) {
  const name = channelName(channel, session);
  const unread = session.unread.get(channel.id);
  const { archived, locked } = channel.thread_metadata ?? {};
  const kind = depth === 1 && words.thread;
  const says = [
    name,
    kind,
    archived && words.archived,
    locked && words.locked,
    unread?.mentions > 0 && words.mentions(unread.mentions),
    unread && words.unread(unread.n),
  ]
    .filter(Boolean)
    .join(', ');
  const bare = isDirect(channel) ? name : channel.name;
  return h(
    'li',
    { class: `place-row depth-${depth}` },
    h(
      'button',
      {
        type: 'button',
        class: `channel ${now ? 'now' : ''} ${unread ? 'fresh' : ''} ${archived ? 'archived' : ''}`,
        'aria-current': now ? 'page' : null,
        'aria-label': says,
        title: name,
        data: {
          testid: `channel-${bare}`,
          id: channel.id,
          mentions: String(unread?.mentions ?? 0),
          unread: String(unread?.n ?? 0),
        },
        on: { click: () => act.go(channel.id) },
      },
      isDirect(channel)
        ? face(companion(channel, session), (channel.recipients ?? []).length < 2)
        : icon(locked ? 'lock' : depth === 1 ? 'thread' : 'hash'),
      h('span', { class: 'cut' }, bare.replace(/^@/, '')),
      archived && h('small', null, words.archived),
      unread && count(unread.n, unread.mentions),
    ),
    !isDirect(channel) &&
      h(
        'button',
        {
          type: 'button',
          class: 'round row-tool',
          'aria-label': words.removeChannel(name),
          title: words.removeChannel(name),
          data: { testid: `delete-channel-${bare}` },
          on: { click: () => act.remove(channel) },
        },
        icon('trash'),
      ),
  );
}
