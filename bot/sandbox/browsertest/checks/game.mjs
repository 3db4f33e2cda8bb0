// Whole games in direct messages, played as on a phone with menus and buttons only, no command
// after the first. They need the real bot.

import assert from 'node:assert/strict';

const PEOPLE = ['Ola', 'Bartek', 'Celina', 'Darek'];
// SOLIST plays alone, so that nobody else has these games in their direct messages.
const SOLIST = 'Zosia';
const PATIENCE = 20000; // a turn with its pictures
const MOST_MOVES = 1500; // presses; a game has 120 to 800
const PATIENT = 12; // rounds without anything to press until the game counts as over

// MOVES matches the buttons and menus that make a move or ask about one. A button's meaning is in
// its custom ID, do/GAME/POSITION/pass; a menu's is in its options.
const MOVES = '[data-testid^="component-do/"], [data-testid^="component-ask/"]';

// panel is the newest message of the log with a move to press: its buttons and menus. A menu's id
// is followed by its first option.
const panel = (page) =>
  page.evaluate((moves) => {
    for (const message of [...document.querySelectorAll('[data-testid=message]')].reverse()) {
      const ids = [...message.querySelectorAll(moves)]
        .filter((e) => !e.disabled)
        .map((e) =>
          e.dataset.first ? `${e.dataset.testid} ${e.dataset.first}` : e.dataset.testid,
        );
      if (ids.length > 0) return ids;
    }
    return [];
  }, MOVES);

const ending = (ids, pattern) => ids.find((id) => pattern.test(id));

// offered lists the enabled buttons and menus of all messages: a new message can arrive while an
// older one is being answered.
const offered = (page) =>
  page.evaluate(
    (moves) =>
      [...document.querySelectorAll(moves)]
        .filter((e) => !e.disabled)
        .map((e) => e.dataset.testid)
        .join(),
    MOVES,
  );

// settled waits until the offers change: the press was carried out.
async function settled(t, page, before) {
  await page.waitForFunction(
    ([was, moves]) => {
      if (document.querySelector('[aria-busy=true]')) return false;
      return (
        [...document.querySelectorAll(moves)]
          .filter((e) => !e.disabled)
          .map((e) => e.dataset.testid)
          .join() !== was
      );
    },
    [before, MOVES],
    { timeout: PATIENCE },
  );
}

// DRAW matches a menu of cards to draw, or the button of one card.
const DRAW = /[ /]draw:/;

let draws = 0;

// press presses a button, or picks the first lines of a menu, as many as required. From cards to
// draw it picks another line each time, so that both decks of a title are used.
async function press(t, page, id) {
  const before = await offered(page);
  await page.getByTestId(id.split(' ')[0]).last().click();
  const lines = page.getByTestId('select-option');
  const done = page.getByTestId('select-done');
  const first = / draw:/.test(id) ? draws++ : 0;
  for (let n = await lines.count(), i = 0; i < n; i += 1) {
    await lines.nth((first + i) % n).click();
    if ((await done.count()) === 0) break; // one choice is sent at once
    if (await done.isEnabled()) {
      await done.click();
      break;
    }
  }
  await settled(t, page, before);
}

// WISHES sorts the offers of a panel: first the ends of decisions, then claims and laying cards,
// then drawing.
const WISHES = [
  /do\/.*\/keep/,
  / keep/,
  /\/keep$/,
  /do\/.*\/lay:/,
  /\/lay lay/,
  / lay/,
  /do\/.*\/pieces:/,
  /\/pieces:/,
  /do\/.*\/port:/,
  / port:/,
  /\/place:/,
  /do\/.*\/pay:/,
  /\/withdraw$/,
  /do\/.*\/claim:/,
  /do\/.*\/share:/,
  / share:/,
  / claim:/,
  DRAW,
  /do\/.*\/tickets$/,
  /\/tickets$/,
  /\/pass$/,
];

// act does the next thing that the person's panel offers; false if there is none. It never shares
// tickets as a whole turn.
async function act(t, page) {
  const ids = await panel(page);
  const owed = !ids.some((id) => DRAW.test(id));
  for (const wish of WISHES) {
    let move = ending(ids, wish);
    if (!move || (/ share:/.test(move) && !owed)) continue;
    const cards = ids.filter((id) => /\/draw:/.test(id));
    if (wish === DRAW && cards.length > 0) move = cards[draws++ % cards.length];
    await press(t, page, move);
    return true;
  }
  return false;
}

// settle adds a person to the page, unless there is one of that name.
async function settle(page, name) {
  if ((await page.getByTestId(`person-${name}`).count()) > 0) return;
  await page.evaluate(
    (who) =>
      fetch('/page/people', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ name: who }),
      }),
    name,
  );
  await page.getByTestId(`person-${name}`).waitFor();
}

// play opens a game, lets the people join, and plays it to its end.
async function play(t, title, seats) {
  const people = PEOPLE.slice(0, seats);
  const page = await t.open({ width: 1200, height: 900 });
  page.setDefaultTimeout(PATIENCE);
  await settle(page, people.at(-1));
  await t.as(page, 'Ola', 'station');
  await page.getByTestId('composer').fill(`/game new title:${title} seats:${seats}`);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page
    .getByTestId('message')
    .filter({ hasText: /Seats taken: 1/ })
    .last()
    .waitFor();
  await t.eventually(
    page,
    'the command is sent',
    () => !document.querySelector('[data-testid=chips]'),
  );
  for (const who of people.slice(1)) {
    await t.as(page, who, 'station');
    await page.getByRole('button', { name: 'Join' }).last().click();
    await page
      .getByTestId('message')
      .filter({ hasText: new RegExp(`Seats taken: \\d.*${who}`, 's') })
      .last()
      .waitFor();
  }
  await t.as(page, 'Ola', 'station');
  await t.shot(`${title}-lobby`);
  await page.getByRole('button', { name: 'Start' }).last().click();
  for (const who of people) {
    await t.as(page, who, '@Konduktor');
    await t.eventually(page, `${who} may choose tickets`, () =>
      document.querySelector('[data-first^="keep"]'),
    );
  }
  await t.shot(`${title}-choice`);
  let moves = 0;
  for (let idle = 0; idle < PATIENT * people.length;) {
    for (const who of people) {
      await t.as(page, who, '@Konduktor');
      idle += 1;
      for (; await act(t, page); moves += 1) {
        idle = 0;
        if (moves % 40 === 39) await t.shot(`${title}-${moves + 1}`);
      }
      assert.ok(moves < MOST_MOVES, 'the game does not end');
    }
    if (idle > 0) await page.waitForTimeout(100); // the next player's message is on its way
  }
  await t.shot(`${title}-result`);
  await page.locator(`[data-testid^="channel-${title}"]`).last().click();
  await page.getByRole('button', { name: 'Rematch' }).last().waitFor();
  const end = await t.last(page).textContent();
  for (const who of people) assert.ok(end.includes(who), `the final sheet names ${who}`);
  await page.getByRole('button', { name: 'Fair play' }).last().click();
  await page
    .getByTestId('message')
    .filter({ hasText: /Seed of all shuffles: [0-9a-f]{64}/ })
    .last()
    .waitFor();
  await t.shot(`${title}-end`);
}

// inPrivate plays a whole game in a private channel of two without the bot: only Ola has installed
// the app.
async function inPrivate(t) {
  const page = await t.open({ width: 1200, height: 900 });
  page.setDefaultTimeout(PATIENCE);
  await t.as(page, 'Ola', 'station');
  await page.getByTestId('settings').click();
  await page.getByTestId('installed').check();
  await t.shot('private-installed');
  await page.keyboard.press('Escape');
  await page.getByTestId('gather').click();
  await page.getByTestId('gather-Bartek').check();
  await t.shot('private-gather');
  await page.getByTestId('gather-submit').click();
  const place = { Ola: '@Bartek', Bartek: '@Ola' };
  await t.as(page, 'Bartek', place.Bartek);
  await page.getByTestId('composer').fill('/game new');
  assert.equal(
    await page.getByTestId('completion-item').count(),
    0,
    'whoever has not installed the app has no commands',
  );
  await page.getByTestId('composer').fill('');
  await t.as(page, 'Ola', place.Ola);
  await page.getByTestId('composer').fill('/game new title:amsterdam');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page
    .getByTestId('message')
    .filter({ hasText: /Seats taken: 1/ })
    .last()
    .waitFor();
  await t.as(page, 'Bartek', place.Bartek);
  await page.getByRole('button', { name: 'Join' }).last().click();
  await page
    .getByTestId('message')
    .filter({ hasText: /Seats taken: 2/ })
    .last()
    .waitFor();
  await t.as(page, 'Ola', place.Ola);
  await t.shot('private-lobby');
  await page.getByRole('button', { name: 'Start' }).last().click();
  await page.getByRole('button', { name: 'Open my hand' }).last().waitFor();
  let moves = 0;
  for (let idle = 0; idle < 2 * PATIENT;) {
    for (const who of ['Ola', 'Bartek']) {
      await t.as(page, who, place[who]);
      idle += 1;
      if ((await page.getByRole('button', { name: 'Rematch' }).count()) > 0) {
        idle = 2 * PATIENT;
        break;
      }
      if (
        !(await page.evaluate(
          (name) =>
            [...document.querySelectorAll('[data-testid=message]')].some((m) =>
              m.className.includes('pings'),
            ),
          who,
        ))
      )
        continue;
      const before = await offered(page);
      await page.getByRole('button', { name: 'Open my hand' }).last().click();
      await page
        .waitForFunction(
          ([was, moving]) =>
            !document.querySelector('[aria-busy=true]') &&
            [...document.querySelectorAll(moving)]
              .filter((e) => !e.disabled)
              .map((e) => e.dataset.testid)
              .join() !== was,
          [before, MOVES],
          { timeout: 3000 },
        )
        .catch(() => {});
      for (; await act(t, page); moves += 1) {
        idle = 0;
        if (moves < 3 || moves % 60 === 59) await t.shot(`private-${moves + 1}`);
      }
      assert.ok(moves < MOST_MOVES, 'the game does not end');
    }
  }
  await page.getByRole('button', { name: 'Rematch' }).last().waitFor();
  await t.shot('private-end');
}

// playNow begins a game of each title against the computer with one press, and expects a choice of
// tickets in a direct message.
async function playNow(t) {
  const page = await t.open({ width: 1200, height: 900 });
  page.setDefaultTimeout(PATIENCE);
  await settle(page, SOLIST);
  await t.as(page, SOLIST, 'station');
  const offers = page
    .getByTestId('channels')
    .or(page.locator('nav.channels'))
    .locator('[data-testid^="play-"]:not([data-testid=play-now])');
  const titles = await offers.evaluateAll((all) => all.map((b) => b.dataset.testid));
  assert.equal(titles.length, 5, 'every title is offered');
  const before = () =>
    page.evaluate(
      () => document.querySelectorAll('[data-testid=message] [data-first^="keep"]').length,
    );
  let choices = 0;
  for (const title of titles) {
    await t.as(page, SOLIST, 'station');
    await offers.and(page.getByTestId(title)).click();
    await page.waitForFunction(
      (n) => document.querySelectorAll('[data-testid=message] [data-first^="keep"]').length > n,
      choices,
    );
    choices = await before();
    const head = await page.locator('.place-head h2').textContent();
    assert.equal(head, 'Konduktor', `${title} is played in the direct messages`);
  }
  await t.shot('play-now');
}

export default [
  {
    name: 'game: two people play a whole game of Amsterdam where the bot is no member',
    real: true,
    long: true,
    run: inPrivate,
  },
  {
    name: 'game: three people play a whole game of Amsterdam in their direct messages',
    real: true,
    run: (t) => play(t, 'Amsterdam', 3),
  },
  {
    name: 'game: one press on the page begins a game of each title against the computer',
    real: true,
    run: playNow,
  },
  {
    name: 'game: two people play a whole game of Nordic Countries in their direct messages',
    real: true,
    long: true,
    run: (t) => play(t, 'Nordic Countries', 2),
  },
  {
    name: 'game: two people play a whole Card Game in their direct messages',
    real: true,
    long: true,
    run: (t) => play(t, 'The Card Game', 2),
  },
  {
    name: 'game: four people play a whole game of Asia in their direct messages',
    real: true,
    long: true,
    run: (t) => play(t, 'Asia', 4),
  },
  {
    name: 'game: two people play a whole game of World in their direct messages',
    real: true,
    long: true,
    run: (t) => play(t, 'World', 2),
  },
];
