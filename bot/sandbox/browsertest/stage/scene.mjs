// The content of the stand-in server: people, channels, commands, messages of every kind, and
// answers to presses.

import { World } from './world.mjs';

const SLOW = 900; // ms until an unanswered interaction fails; 3 s would make the checks slow
const THINKING = 250;

const both = (en, pl) => ({ 'en-US': en, pl });
const option = (name, type, en, pl, more = {}) => ({
  name,
  type,
  description: en,
  description_localizations: both(en, pl),
  name_localizations: both(name, more.pl ?? name),
  ...more,
});

const COMMANDS = [
  {
    id: '1',
    type: 1,
    name: 'game',
    description: 'Games',
    name_localizations: both('game', 'gra'),
    contexts: [0],
    options: [
      option('new', 1, 'Open a table and wait for others', 'Otwórz stół i poczekaj na innych', {
        pl: 'nowa',
        options: [
          option('title', 3, 'Which game', 'Która gra', {
            pl: 'tytuł',
            required: true,
            choices: [
              { name: 'Amsterdam', value: 'amsterdam' },
              { name: 'Nordic Countries', value: 'nordic' },
            ],
          }),
          option('seats', 4, 'How many play', 'Ile osób gra', {
            pl: 'miejsca',
            min_value: 2,
            max_value: 5,
          }),
          option('invite', 6, 'Somebody to ask', 'Kogo zaprosić', { pl: 'zaproś' }),
          option('ranked', 5, 'Does it count', 'Czy się liczy', { pl: 'rankingowa' }),
        ],
      }),
      option('end', 1, 'Give the game up', 'Zakończ grę', { pl: 'koniec', options: [] }),
    ],
  },
  {
    id: '2',
    type: 1,
    name: 'claim',
    description: 'Claim a route',
    name_localizations: both('claim', 'zajmij'),
    description_localizations: both('Claim a route', 'Zajmij trasę'),
    contexts: [0, 1],
    options: [
      option('route', 3, 'From where to where', 'Skąd dokąd', {
        pl: 'trasa',
        required: true,
        autocomplete: true,
      }),
      option('pay', 3, 'With which cards', 'Jakimi kartami', { pl: 'zapłać', autocomplete: true }),
    ],
  },
  {
    id: '3',
    type: 1,
    name: 'hand',
    description: 'Look at your cards',
    description_localizations: both('Look at your cards', 'Zobacz swoje karty'),
    name_localizations: both('hand', 'ręka'),
    contexts: [0, 1],
    options: [],
  },
  {
    id: '4',
    type: 1,
    name: 'silence',
    description: 'Nobody answers this one',
    contexts: [0, 1],
    options: [],
  },
  {
    id: '5',
    type: 1,
    name: 'refused',
    description: 'The server refuses this one',
    contexts: [0, 1],
    options: [],
  },
  {
    id: '6',
    type: 1,
    name: 'poke',
    description: 'Somebody is told that it is their turn',
    contexts: [0],
    options: [option('who', 6, 'Whom', 'Kogo', { required: true })],
  },
  {
    id: '7',
    type: 1,
    name: 'kitchen',
    description: 'Only in direct messages',
    contexts: [1],
    options: [],
  },
];

const ROUTES = [
  'Dam – Jordaan (3 red)',
  'Dam – Museumplein (4 any)',
  'Jordaan – Westerpark (2 blue)',
  'Artis – Oost (1 green)',
];

export const HOSTILE =
  '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script> [press](javascript:window.hacked=1) "onmouseover="window.hacked=1';
export const BOMB = `${'*_~|'.repeat(400)}${'['.repeat(150)}${'> '.repeat(60)}`;

const row = (...components) => ({ type: 1, components });
const button = (style, label, custom_id, more = {}) => ({
  type: 2,
  style,
  label,
  custom_id,
  ...more,
});
const BOARD_ALT =
  'Map of the town: Dam in the middle, eight stations around it. Red has the line from Dam to Jordaan, blue from Artis to Oost.';

function board(more = {}) {
  return {
    id: '900',
    filename: 'board.svg',
    content_type: 'image/svg+xml',
    url: '/stage/board.svg',
    width: 1500,
    height: 1000,
    size: 4321,
    description: BOARD_ALT,
    ...more,
  };
}

// build makes the world that every check starts with.
export function build() {
  const w = new World();
  w.commands = COMMANDS;
  w.general = w.addChannel({
    type: 0,
    name: 'general',
    position: 0,
    topic: 'Where the tables are',
  });
  w.table = w.addChannel({ type: 0, name: 'workshop', position: 1, topic: 'One of everything' });
  for (const [name, locale] of [
    ['Ola', 'pl'],
    ['Ben', 'en-US'],
    ['Cy', 'en-US'],
    ['Dee', 'en-US'],
  ])
    w[name] = w.addPerson(name, locale);
  w.thread = w.addChannel({
    type: 11,
    name: 'Amsterdam 7: Ola, Ben',
    parent_id: w.general.id,
    thread_metadata: { archived: false },
  });
  w.addChannel({
    type: 11,
    name: 'Amsterdam 5: over',
    parent_id: w.general.id,
    thread_metadata: { archived: true, locked: true },
  });
  for (let i = 0; i < 40; i += 1)
    w.post(w.general.id, {
      author: i % 3 ? w.Ben : w.Cy,
      content: `Line ${i} of an old talk`,
      timestamp: new Date(Date.now() - 86400000 + i * 200000).toISOString(),
    });
  talk(w);
  workshop(w);
  w.unread.clear();
  return w;
}

function talk(w) {
  w.post(w.general.id, {
    author: w.Ben,
    content: 'Shall we play **Amsterdam** tonight? ||I have new tickets||',
  });
  w.post(w.general.id, { author: w.Cy, content: HOSTILE });
  w.post(w.general.id, { author: w.Cy, content: BOMB });
  w.post(w.thread.id, {
    content: `**Ben** claimed *Dam – Jordaan* with 3 red cards (+4).\n<@${w.Ola.id}>, it is your turn, until <t:${Math.floor(Date.now() / 1000) + 86400}:R>.`,
    attachments: [board()],
    components: [row(button(1, 'Open my hand', 'hand/open'), button(2, 'Log', 'log'))],
  });
}

function workshop(w) {
  const post = (fields) => w.post(w.table.id, fields);
  post({
    content:
      '# Heading\n## Smaller\n-# small print\n**bold** *italic* __under__ ~~gone~~ `code` ***both*** ||hidden||\n> quoted **line**\n- one\n- two\n  - two and a half\n1. first\n2. second\n```go\nfunc main() { println("<b>") }\n```\n[masked](https://example.org/a) and <#' +
      w.general.id +
      '> <@' +
      w.Ben.id +
      '> <t:1700000000:D> </game new:1>',
    edited_timestamp: new Date().toISOString(),
  });
  post({ content: 'The final sheet', attachments: [board()] });
  w.buttons = post({
    content: 'All kinds of buttons',
    components: [
      row(
        button(1, 'Primary', 'b/primary'),
        button(2, 'Secondary', 'b/secondary'),
        button(3, 'Success', 'b/success'),
        button(4, 'Danger', 'b/danger'),
        button(2, 'Disabled', 'b/disabled', { disabled: true }),
      ),
      row(
        { type: 2, style: 5, label: 'Rules', url: 'https://example.org/rules' },
        button(2, 'Silence', 'b/silence'),
      ),
    ],
  });
  w.selects = post({
    content: 'Menus',
    components: [
      row({
        type: 3,
        custom_id: 's/one',
        placeholder: 'Which route?',
        options: ROUTES.map((label, i) => ({
          label,
          value: `r${i}`,
          description: `${i + 1} cards`,
        })),
      }),
      row({
        type: 3,
        custom_id: 's/many',
        placeholder: 'Which tickets do you keep?',
        min_values: 2,
        max_values: 3,
        options: [1, 2, 3, 4].map((i) => ({
          label: `Ticket ${i}`,
          value: `t${i}`,
          default: i === 1,
        })),
      }),
      row({
        type: 3,
        custom_id: 's/off',
        disabled: true,
        placeholder: 'Closed',
        options: [{ label: 'x', value: 'x' }],
      }),
    ],
  });
  post({
    content: '### Your turn, Ola\nYou have **7** cards and 2 tickets.',
    attachments: [
      board(),
      board({ id: '902', filename: 'hand.svg' }),
      {
        id: '901',
        filename: 'game-7.txt',
        content_type: 'text/plain',
        url: '/stage/game.txt',
        size: 20480,
      },
    ],
    components: [
      row(
        button(3, 'Draw', 'turn/draw'),
        button(1, 'Claim', 'turn/claim'),
        button(2, 'Tickets', 'turn/tickets'),
      ),
    ],
  });
}

// act plays the bot (and Discord) for one request of the page. It throws {status, error}.
export function act(w, as, what, body) {
  const person = w.people.find((p) => p.id === as);
  if (!person) throw { status: 404, error: 'There is no such person.' };
  w.calls.push({ as, what, body });
  switch (what) {
    case 'say':
      if (!body.content?.trim()) throw { status: 400, error: 'An empty message cannot be sent.' };
      return { message_id: w.post(body.channel_id, { author: person, content: body.content }).id };
    case 'read':
      w.unread.delete(`${as}/${body.channel_id}`);
      return {};
    case 'settings':
      Object.assign(person, body);
      for (const line of w.lines) line.send({ t: 'people', people: w.people });
      return person;
    case 'delete':
      w.remove(body.channel_id, body.message_id);
      return {};
    case 'complete':
      return { choices: complete(body) };
    case 'slash':
      if (body.name === 'refused')
        throw { status: 422, error: 'This command needs more than the server has.' };
      return run(w, person, { command: body.name }, () => slash(w, person, body));
    case 'click':
      return run(w, person, { custom_id: body.custom_id }, () => click(w, person, body));
    case 'select':
      return run(w, person, { custom_id: body.custom_id }, () =>
        w.edit(body.message_id, {
          content: `${person.global_name} chose ${body.values.join(', ')}`,
        }),
      );
    default:
      throw { status: 404, error: 'Nothing is done that way.' };
  }
}

function run(w, person, about, work) {
  const id = w.id();
  const say = (state, more = {}) =>
    w.say(person.id, { t: 'interaction', id, state, ...about, ...more });
  say('pending');
  if (about.command === 'silence' || about.custom_id === 'b/silence') {
    setTimeout(() => say('failed', { message: 'This application did not respond' }), SLOW);
  } else {
    setTimeout(() => {
      work();
      say('done');
    }, THINKING);
  }
  return { interaction_id: id };
}

function complete(body) {
  const focused = body.options.find((o) => o.focused);
  const typed = String(focused.value).toLowerCase();
  const all = focused.name === 'route' ? ROUTES : ['3 red', '2 red + 1 locomotive'];
  return all
    .filter((r) => r.toLowerCase().includes(typed))
    .map((name) => ({ name, value: name.slice(0, 9) }));
}

function slash(w, person, body) {
  const used = (name) => ({ interaction_metadata: { id: w.id(), type: 2, user: person, name } });
  const channel = body.channel_id;
  if (body.name === 'hand') {
    const m = w.post(channel, { ...used('hand'), flags: 64 | 128 }, person.id);
    setTimeout(
      () =>
        w.edit(m.id, {
          flags: 64,
          content: 'Your cards: 3 red, 2 blue, 1 locomotive.',
          attachments: [board({ filename: 'hand.svg' })],
        }),
      THINKING,
    );
  } else if (body.name === 'poke') {
    const who = w.people.find((p) => p.id === body.options[0].value);
    if (who.dms_open) w.post(w.dm(who).id, { content: 'It is your turn.' });
    else
      w.post(channel, {
        ...used('poke'),
        content: `<@${who.id}>, it is your turn (your direct messages are closed).`,
        components: [row(button(1, 'Open my hand', 'hand/open'))],
      });
  } else if (body.name === 'game' && body.options[0].name === 'new') {
    const given = Object.fromEntries((body.options[0].options ?? []).map((o) => [o.name, o.value]));
    w.post(channel, {
      ...used('game new'),
      content: `${person.global_name} opens a table of ${given.title} for ${given.seats ?? 'any number'}.`,
      components: [row(button(3, 'Join', 'lobby/join'), button(2, 'Leave', 'lobby/leave'))],
    });
  } else {
    w.post(channel, { ...used(body.name), content: JSON.stringify(body.options) });
  }
}

function click(w, person, body) {
  if (body.custom_id === 'hand/open') {
    w.post(
      body.channel_id,
      { content: 'Your cards: 3 red, 2 blue.', components: [row(button(2, 'Again', 'hand/open'))] },
      person.id,
    );
  } else {
    const old = w.find(body.message_id).message;
    w.edit(body.message_id, {
      content: `${old.content}\n${person.global_name} pressed ${body.custom_id}`,
      edited_timestamp: new Date().toISOString(),
    });
  }
}
