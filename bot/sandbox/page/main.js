// The sandbox's page: a small chat client, on which one person plays as several people.
//
// docs/sandbox-page.md describes the protocol. Every person has a live view (session.js, live.js);
// the page shows the chosen one. Modules that draw get a "view", described in message.js.
//
// Hooks for tests (data-testid):
//   person-<name>            a person's button at the top (data-mentions, data-unread,
//                            aria-current)
//   add-person, new-name, new-locale, add-submit    the dialog that adds a person
//   form, field-<custom_id>, form-submit            a form of the bot (of a menu with several
//                            choices: a checkbox each, with its value)
//   gather, gather-<name>, gather-submit            the dialog for a private channel
//   settings, dms-open, installed, locale           the gear and its popover
//   help, help-popover       the question mark
//   open-channels            the button that slides the channels in on a phone
//   channel-<name>           a place in the list: channel-general, channel-<thread's name>,
//                            channel-@<bot's name> (data-id, data-mentions, data-unread)
//   delete-channel-<name>, delete-message, ask, ask-yes    deleting, and its question
//   play-now, play-<title>   the buttons for a game against the computer
//   messages, message, note  the log, a message (data-id, data-author, data-ephemeral), an own
//                            command that runs or failed
//   used, thinking, failure, dismiss, file, jump    parts of a message; the button to the newest
//   client (data-client)     the switch between the sizes of a desktop and a phone
//   image, alt, alt-text     a picture's button, the button of its description, the description
//   lightbox, large-image (data-scale), lightbox-plus, lightbox-minus, lightbox-fit,
//   lightbox-close           the large view
//   component-<custom_id>    a button, or a select (data-first: the value of its first option)
//   select-menu, select-search, select-list, select-option (data-value), select-done    an open
//                            select
//   composer, send, composer-error                  the message box
//   completion, completion-item (data-value: "game new", an option's name, or a value)
//   chips, command, option-<name>, option-more      a command being filled in

import { h, announce } from './dom.js';
import { addPerson, act, listPeople, forward } from './api.js';
import { connect } from './live.js';
import { Session, isDirect } from './session.js';
import { language, words as wordsFor } from './words.js';
import { drawPeople } from './people.js';
import { channelName, drawChannels, orderedChannels } from './channels.js';
import { Timeline } from './timeline.js';
import { Composer } from './composer.js';
import { closePopover } from './popover.js';
import { ask, askForm, askName, askPeople } from './dialog.js';
import { nameOf } from './message.js';
import { begin, learn, playNow } from './playnow.js';
import { refresh } from './clock.js';
import { icon } from './icons.js';
import { applyClient, clientSwitch } from './client.js';

const $ = (id) => document.getElementById(id);

const sessions = new Map(); // person id → {session, line}
const lastChannel = new Map(); // person id → channel id
const timeline = new Timeline();
const composer = new Composer();
let current = null; // Session
let channel = null; // Channel
let shown = ''; // what timeline and composer are turned to
let due = false;
let looking = 0;

const placeHead = h('header', { class: 'place-head' });

const words = () => wordsFor(current?.locale ?? navigator.language);

function view() {
  return {
    session: current,
    words: words(),
    lang: language(current.locale),
    userName: (id) =>
      nameOf(current.user(id) ?? mentioned(id) ?? { username: words().unknownUser }),
    placeName: (c) => channelName(c, current),
    act: actions,
  };
}

// A message includes the users that it mentions, in case one is not among the people.
function mentioned(id) {
  return current
    .messagesOf(channel?.id)
    .flatMap((m) => m.mentions ?? [])
    .find((u) => u.id === id);
}

const actions = {
  be,
  go: (id, message) => {
    if (!current.channels.has(id)) return;
    go(id);
    if (message) timeline.reveal(message);
  },
  type: (text) => composer.type(text),
  press: (what, message, customId, values) => current.press(what, message, customId, values),
  dismiss: (message) => current.dismiss(message.id),
  forget: (note) => current.dropNote(note),
  remove: (message) =>
    ask(words().sureRemove(words().removeMessage.toLowerCase()), words().remove, words(), () =>
      remove({ channel_id: message.channel_id ?? channel.id, message_id: message.id }),
    ),
  removeChannel: (c) =>
    ask(words().sureRemove(channelName(c, current)), words().remove, words(), () =>
      remove({ channel_id: c.id }),
    ),
  add: () =>
    askName(words(), async (name, locale) => {
      const person = await addPerson(name, locale);
      meet([person]);
      be(person.id);
    }),
  gather: () =>
    askPeople(
      words(),
      current.people.filter((p) => p.id !== current.id),
      async (people) => {
        const { channel_id: id } = await act(current.id, 'gather', { people });
        lastChannel.set(current.id, id);
        draw();
      },
    ),
  forward: async (hours) => {
    try {
      await forward(hours);
    } catch (refusal) {
      composer.fail(refusal.message || words().offline);
    }
  },
  playNow: async (place, title) => {
    const session = current;
    try {
      await begin(session, place, title, (id) => {
        if (session === current) go(id);
      });
    } catch (refusal) {
      composer.fail(refusal.message || words().noAnswer);
    }
  },
  learn: async (place) => {
    const session = current;
    try {
      await learn(session, place, (id) => {
        if (session === current) go(id);
      });
    } catch (refusal) {
      composer.fail(refusal.message || words().noAnswer);
    }
  },
  set: async (session, change) => {
    await act(session.id, 'settings', change);
    // The people frame will contain the same.
    session.takePeople(session.people.map((p) => (p.id === session.id ? { ...p, ...change } : p)));
    session.changed();
  },
  list: () => slide(!document.body.classList.contains('list-open')),
};

async function remove(what) {
  try {
    await act(current.id, 'delete', what);
  } catch (refusal) {
    composer.fail(refusal.message || words().offline);
  }
}

// meet opens a live view for each person without one.
function meet(people) {
  for (const person of people) {
    if (sessions.has(person.id)) continue;
    const session = new Session(person);
    const line = connect(
      person.id,
      (f) => session.frame(f),
      (up) => {
        session.connected = up;
        session.changed({ t: 'status' });
      },
    );
    session.addEventListener('change', (e) => heard(session, e.detail));
    session.addEventListener('form', (e) => {
      if (session === current)
        askForm(words(), e.detail.form, (filled) =>
          act(session.id, 'submit', { interaction_id: e.detail.id, filled }),
        );
    });
    sessions.set(person.id, { session, line });
  }
  draw();
}

// After a restart the sandbox may have other people with the same names: the page reloads.
function findAgain() {
  clearTimeout(looking);
  looking = setTimeout(async () => {
    if (!current || current.connected) return;
    const people = await listPeople().catch(() => null);
    if (people && !people.some((p) => p.id === current.id)) {
      const same = people.find((p) => p.username === current.person.username);
      history.replaceState(null, '', same ? `#as=${same.id}` : location.pathname);
      location.reload();
    } else {
      findAgain();
    }
  }, 1500);
}

function heard(session, what) {
  if (what.t === 'status' && session === current && !session.connected) findAgain();
  if (what.t === 'people' || what.t === 'snapshot') meet(session.people);
  if (
    session === current &&
    what.t === 'message' &&
    what.op === 'create' &&
    what.message.mentioned_me &&
    what.channel_id !== channel?.id
  ) {
    announce(`${nameOf(what.message.author)}: ${words().mentions(1)}`);
  }
  // Simultaneous changes are drawn once.
  if (due) return;
  due = true;
  queueMicrotask(() => {
    due = false;
    draw();
  });
}

// be switches to another person and opens their last place.
function be(id) {
  const found = sessions.get(id)?.session;
  if (!found || found === current) return;
  closePopover();
  current = found;
  channel = null;
  slide(false);
  draw();
  announce(found.name);
}

function go(id) {
  lastChannel.set(current.id, id);
  slide(false);
  draw();
  if (matchMedia('(min-width: 721px)').matches) composer.focus();
}

function slide(open) {
  document.body.classList.toggle('list-open', open);
  if (open) $('channels').querySelector('.channel.now, .channel')?.focus();
}

function chooseChannel() {
  if (!current?.loaded) return null;
  const wanted = lastChannel.get(current.id);
  const found = current.channels.get(wanted) ?? orderedChannels(current)[0]?.channel ?? null;
  if (found) lastChannel.set(current.id, found.id);
  return found;
}

// draw updates the whole page; each part skips what has not changed.
function draw() {
  const all = [...sessions.values()].map((s) => s.session);
  const w = words();
  channel = chooseChannel();
  document.documentElement.lang = current ? language(current.locale) : 'en';
  drawPeople($('top'), all, current, w, actions);
  drawLost(w);
  if (current)
    drawChannels($('channels'), current, channel?.id, w, {
      go: actions.go,
      remove: actions.removeChannel,
      gather: actions.gather,
      offers: playNow(current, newGamePlace(), w, actions),
    });
  drawPlace(w);
  drawTitle(all);
  remember();
}

// newGamePlace is the channel for games opened from the list of places: the guild's first.
function newGamePlace() {
  return orderedChannels(current).find(({ channel: c, depth }) => depth === 0 && !isDirect(c))
    ?.channel;
}

function drawPlace(w) {
  const key = channel && `${current.id}/${channel.id}/${current.locale}`;
  if (!channel) {
    shown = '';
    $('place').replaceChildren(
      h('p', { class: 'empty muted' }, sessions.size === 0 ? w.nobody : w.noChannel),
    );
    return;
  }
  const name = channelName(channel, current);
  const mark = isDirect(channel) ? 'at' : channel.parent_id && channel.type > 9 ? 'thread' : 'hash';
  placeHead.replaceChildren(
    icon(mark),
    h('h2', null, name.replace(/^[@#]/, '')),
    channel.topic ? h('span', { class: 'cut muted' }, channel.topic) : '',
    clientSwitch(w, draw),
  );
  if (shown !== key) {
    shown = key;
    if (!timeline.element.isConnected)
      $('place').replaceChildren(placeHead, timeline.element, composer.element);
    timeline.show(view(), channel.id, name);
    composer.show(view(), channel, name);
  } else {
    timeline.update(view());
  }
  seen();
}

// seen clears the badge of the visible channel.
function seen() {
  if (channel && timeline.stick && !document.hidden && current.connected) current.read(channel.id);
}

let wasLost = false;

function drawLost(w) {
  const lost = current !== null && !current.connected && current.loaded;
  $('lost').hidden = !lost;
  $('lost').textContent = lost ? w.lost : '';
  if (wasLost && !lost) announce(w.back);
  wasLost = lost;
}

function drawTitle(all) {
  const waiting = all.reduce((n, s) => n + s.badge().mentions, 0);
  const where = channel ? `${current.name} · ${channelName(channel, current)} – ` : '';
  document.title = `${waiting > 0 ? `(${waiting}) ` : ''}${where}Konduktor sandbox`;
  $('skip').textContent = channel ? words().messageTo(channelName(channel, current)) : '';
}

// The URL names person and place: #as=ID&in=ID.
function remember() {
  if (!channel) return;
  const hash = `#as=${current.id}&in=${channel.id}`;
  if (location.hash !== hash) history.replaceState(null, '', hash);
}

function recall() {
  const asked = new URLSearchParams(location.hash.slice(1));
  const id = asked.get('as');
  if (!sessions.has(id)) return false;
  if (asked.get('in')) lastChannel.set(id, asked.get('in'));
  if (current?.id === id) draw();
  else be(id);
  return true;
}

function keys(e) {
  if (document.querySelector('dialog[open]')) return;
  const digit = /^Digit([1-9])$/.exec(e.code);
  if (e.altKey && !e.ctrlKey && !e.metaKey && digit) {
    // by its place on the keyboard: Alt changes the sign on some
    const person = [...sessions.keys()][Number(digit[1]) - 1];
    if (!person) return;
    e.preventDefault();
    be(person);
    composer.focus();
  } else if (e.altKey && (e.key === 'ArrowUp' || e.key === 'ArrowDown') && current) {
    e.preventDefault();
    const all = orderedChannels(current).map((c) => c.channel.id);
    const at = all.indexOf(channel?.id) + (e.key === 'ArrowUp' ? -1 : 1);
    if (all[at]) go(all[at]);
  } else if (e.key === 'Escape') {
    if (document.body.classList.contains('list-open')) slide(false);
    else timeline.toBottom();
  } else if (
    channel &&
    e.key.length === 1 &&
    e.key !== ' ' &&
    !e.ctrlKey &&
    !e.metaKey &&
    !e.altKey &&
    !e.target.closest('input, textarea, select, button, a, [role=button], .popover')
  ) {
    composer.focus(); // typing anywhere goes into the box
  }
}

async function start() {
  try {
    meet(await listPeople());
  } catch {
    $('lost').hidden = false;
    $('lost').textContent = words().lost;
    setTimeout(start, 2000);
    return;
  }
  $('lost').hidden = true;
  if (!recall() && sessions.size > 0) be([...sessions.keys()][0]);
  draw();
}

timeline.onBottom = () => {
  if (current) seen();
};
window.addEventListener('hashchange', recall);
window.addEventListener('online', () => {
  for (const { line } of sessions.values()) line.retry();
});
document.addEventListener('visibilitychange', () => {
  if (document.hidden) return;
  for (const { line } of sessions.values()) line.retry();
  if (current) seen();
});
document.addEventListener('keydown', keys);
$('skip').addEventListener('click', (e) => {
  e.preventDefault();
  composer.focus();
});
$('scrim').addEventListener('click', () => slide(false));
setInterval(refresh, 20000);
applyClient(draw);
start();
