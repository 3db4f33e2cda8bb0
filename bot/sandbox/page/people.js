// The top bar: the people, their badges and settings.

import { h, fill } from './dom.js';
import { face, icon } from './icons.js';
import { popover } from './popover.js';
import { words as wordsFor } from './words.js';

// drawPeople fills the bar. sessions are in the order of the Alt keys; act: {be, add, set(session,
// settings), list, help}.
export function drawPeople(bar, sessions, current, words, act) {
  const tabs = h(
    'nav',
    { class: 'people', data: { tongue: words.people }, 'aria-label': words.people },
    sessions.map((s, i) => tab(s, i, s === current, words, act)),
  );
  const round = (name, label, testid, click) =>
    h(
      'button',
      {
        type: 'button',
        class: 'round',
        'aria-label': label,
        title: label,
        data: { testid },
        on: { click },
      },
      icon(name),
    );
  fill(
    bar,
    current &&
      h(
        'button',
        {
          type: 'button',
          class: 'round only-narrow',
          'aria-label': words.openList,
          'aria-controls': 'channels',
          data: { testid: 'open-channels', id: current.id },
          on: { click: act.list },
        },
        icon('menu'),
        elsewhere(current),
      ),
    tabs,
    h(
      'div',
      { class: 'top-tools' },
      current?.clock &&
        h(
          'div',
          { class: 'forward', role: 'group', 'aria-label': words.forward },
          [
            [1, '+1 h'],
            [12, '+12 h'],
            [72, '+3 d'],
          ].map(([hours, says]) =>
            h(
              'button',
              {
                type: 'button',
                'aria-label': words.forwardBy(hours),
                title: words.forwardBy(hours),
                data: { testid: `forward-${hours}` },
                on: { click: () => act.forward(hours) },
              },
              says,
            ),
          ),
        ),
      round('plus', words.addPerson, 'add-person', act.add),
      current &&
        h(
          'button',
          {
            type: 'button',
            class: 'round',
            'aria-label': words.settingsOf(current.name),
            title: words.settingsOf(current.name),
            'aria-haspopup': 'dialog',
            data: { testid: 'settings', id: current.id },
            on: { click: (e) => settings(e.currentTarget, current, words, act) },
          },
          icon('gear'),
        ),
      h(
        'button',
        {
          type: 'button',
          class: 'round',
          'aria-label': words.help,
          title: words.help,
          'aria-haspopup': 'dialog',
          data: { testid: 'help' },
          on: { click: (e) => help(e.currentTarget, words, act) },
        },
        icon('question'),
      ),
    ),
  );
  const strip = bar.querySelector('.people');
  if (strip.chosen === current?.id) return;
  strip.chosen = current?.id;
  strip.querySelector('[aria-current]')?.scrollIntoView({ inline: 'nearest', block: 'nearest' });
}

// On a phone the list of channels is hidden: its button has the person's badge.
function elsewhere(session) {
  const { mentions } = session.badge();
  return mentions > 0 && h('span', { class: 'badge', 'aria-hidden': 'true' }, String(mentions));
}

function tab(session, i, now, words, act) {
  const { n, mentions } = session.badge();
  const says = [
    words.person(session.name, i + 1),
    mentions > 0 && words.mentions(mentions),
    n > mentions && words.unread(n),
  ]
    .filter(Boolean)
    .join(', ');
  return h(
    'button',
    {
      type: 'button',
      class: `person ${now ? 'now' : ''} ${session.connected ? '' : 'away'}`,
      'aria-current': now ? 'true' : null,
      'aria-label': says,
      title: says,
      data: {
        testid: `person-${session.name}`,
        id: session.id,
        mentions: String(mentions),
        unread: String(n),
      },
      on: { click: () => act.be(session.id) },
    },
    face(session.person, false),
    h('span', { class: 'name' }, session.name),
    count(n, mentions),
  );
}

// count is a number for mentions, a dot for other new messages.
export function count(n, mentions) {
  if (mentions > 0)
    return h(
      'span',
      { class: 'badge', 'aria-hidden': 'true' },
      mentions > 99 ? '99+' : String(mentions),
    );
  return n > 0 && h('span', { class: 'dot', 'aria-hidden': 'true' });
}

function settings(anchor, session, words, act) {
  const error = h('p', { class: 'failure', role: 'alert', hidden: true });
  const save = async (change) => {
    error.hidden = true;
    try {
      await act.set(session, change);
      draw(); // the language may be another one now
    } catch (refusal) {
      error.textContent = refusal.message || words.offline;
      error.hidden = false;
    }
  };
  const open = () =>
    h('input', {
      type: 'checkbox',
      class: 'switch',
      role: 'switch',
      checked: session.person.dms_open !== false,
      data: { testid: 'dms-open' },
      on: {
        change: async (e) => {
          await save({ dms_open: e.target.checked });
          e.target.checked = session.person.dms_open !== false; // as it was, when refused
        },
      },
    });
  const installed = () =>
    h('input', {
      type: 'checkbox',
      class: 'switch',
      role: 'switch',
      checked: session.person.installed === true,
      data: { testid: 'installed' },
      on: {
        change: async (e) => {
          await save({ installed: e.target.checked });
          e.target.checked = session.person.installed === true;
        },
      },
    });
  const tongue = () =>
    h(
      'select',
      { data: { testid: 'locale' }, on: { change: (e) => save({ locale: e.target.value }) } },
      h('option', { value: 'en-US', selected: !session.locale.startsWith('pl') }, 'English'),
      h('option', { value: 'pl', selected: session.locale.startsWith('pl') }, 'Polski'),
    );
  const inside = h('div', { class: 'settings' });
  function draw() {
    const w = wordsFor(session.locale);
    fill(
      inside,
      h('h2', null, w.settingsOf(session.name)),
      h(
        'label',
        { class: 'setting' },
        h('span', null, w.dmsOpen, h('small', null, w.dmsHint)),
        open(),
      ),
      h(
        'label',
        { class: 'setting' },
        h('span', null, w.installed, h('small', null, w.installedHint)),
        installed(),
      ),
      h('label', { class: 'setting' }, h('span', null, w.language), tongue()),
      error,
    );
  }
  draw();
  const pop = popover(anchor, inside, {
    label: words.settingsOf(session.name),
    testid: 'settings-popover',
  });
  pop.element.querySelector('input').focus();
}

function help(anchor, words, act) {
  const pop = popover(
    anchor,
    h(
      'p',
      { class: 'help' },
      words.helpText,
      h(
        'button',
        {
          type: 'button',
          class: 'mention',
          on: {
            click: () => {
              pop.close('done');
              act.type('/game new');
            },
          },
        },
        '/game new',
      ),
      words.helpTail,
    ),
    { label: words.help, testid: 'help-popover' },
  );
  pop.element.querySelector('button').focus();
}
