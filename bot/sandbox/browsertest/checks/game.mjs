// Whole games in direct messages, played as on a phone with menus and buttons only, no command
// after the first. They need the real bot.

import assert from 'node:assert/strict';
import { act, MOVES, offered, PATIENCE, settle } from '../player.mjs';

const PEOPLE = ['Ola', 'Bartek', 'Celina', 'Darek'];
// SOLIST plays alone, so that nobody else has these games in their direct messages.
const SOLIST = 'Zosia';
const MOST_MOVES = 1500; // presses; a game has 120 to 800
const PATIENT = 12; // rounds without anything to press until the game counts as over

// play opens a game, lets the people join, and plays it to its end.
async function play(t, title, seats) {
  const people = PEOPLE.slice(0, seats);
  const page = await t.open({ width: 1200, height: 900 });
  page.setDefaultTimeout(PATIENCE);
  await settle(page, people.at(-1));
  await t.as(page, 'Ola', 'station');
  const lobbies = page.getByTestId('message').filter({ hasText: /Seats taken: 1/ });
  await page.getByTestId('composer').fill(`/game new title:${title} seats:${seats}`);
  const before = await lobbies.count();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await lobbies.nth(before).waitFor(); // else an older one is the last
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
      for (; await act(page); moves += 1) {
        idle = 0;
        if (moves % 40 === 39) await t.shot(`${title}-${moves + 1}`);
      }
      assert.ok(moves < MOST_MOVES, 'the game does not end');
    }
    if (idle > 0) await page.waitForTimeout(100); // the next player's message is on its way
  }
  await t.shot(`${title}-result`);
  const table = `[data-testid^="channel-${title}"][data-testid*="Bartek"]`; // others may play it too
  await page.locator(table).first().click();
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
      for (; await act(page); moves += 1) {
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
