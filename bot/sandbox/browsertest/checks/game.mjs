// A whole game by three people, played in their direct messages as on a phone: only menus and buttons, no command after
// the first. Only on the real bot.

import assert from 'node:assert/strict';

const PEOPLE = ['Ola', 'Bartek', 'Celina'];
const PATIENCE = 20000; // a turn with its pictures
const MOST_MOVES = 500; // presses; a game has some 120
const PATIENT = 12; // rounds without anything to press until the game counts as over

// panel is the newest message of the log that still has something to press, with its menus' and buttons' kinds.
const panel = (page) => page.evaluate(() => {
  for (const message of [...document.querySelectorAll('[data-testid=message]')].reverse()) {
    const ids = [...message.querySelectorAll('[data-testid^="component-g/"]')].filter((e) => !e.disabled).map((e) => e.dataset.testid);
    if (ids.length > 0) return ids;
  }
  return [];
});

const ending = (ids, pattern) => ids.find((id) => pattern.test(id));

// settled waits until the panel has changed: what was pressed has been carried out.
async function settled(t, page, before) {
  await page.waitForFunction((was) => {
    if (document.querySelector('[aria-busy=true]')) return false;
    for (const message of [...document.querySelectorAll('[data-testid=message]')].reverse()) {
      const ids = [...message.querySelectorAll('[data-testid^="component-g/"]')].filter((e) => !e.disabled).map((e) => e.dataset.testid);
      if (ids.length > 0) return ids.join() !== was;
    }
    return true;
  }, before.join(), { timeout: PATIENCE });
}

// choose picks the first line of a menu, or presses a button.
async function press(t, page, id, pick = 0) {
  const before = await panel(page);
  await page.getByTestId(id).last().click();
  if (await page.getByTestId('select-option').count() > 0) {
    await page.getByTestId('select-option').nth(pick).click();
    if (await page.getByTestId('select-done').count() > 0) await page.getByTestId('select-done').click();
  }
  await settled(t, page, before);
}

// act does the next thing that the person's panel offers: keep, claim, else draw; true if there was any.
async function act(t, page) {
  const ids = await panel(page);
  const move = ending(ids, /\/keep$/) ?? ending(ids, /\/claim\/\d+\//) ?? ending(ids, /\/route$/) ?? ending(ids, /\/draw$/)
    ?? ending(ids, /\/tickets\/sure$/) ?? ending(ids, /\/tickets$/) ?? ending(ids, /\/pass$/);
  if (!move) return false;
  await press(t, page, move);
  return true;
}

export default [
  { name: 'game: three people play a whole game of Amsterdam in their direct messages', real: true, run: async (t) => {
    const page = await t.open({ width: 1200, height: 900 });
    page.setDefaultTimeout(PATIENCE);
    await t.as(page, 'Ola', 'station');
    await page.getByTestId('composer').fill('/game new title:Amsterdam seats:3');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    for (const who of PEOPLE.slice(1)) {
      await t.as(page, who, 'station');
      await page.getByRole('button', { name: 'Join' }).last().click();
      await page.getByTestId('message').filter({ hasText: new RegExp(`Seats taken: [23].*${who}`, 's') }).last().waitFor();
    }
    await t.as(page, 'Ola', 'station');
    await page.getByRole('button', { name: 'Start' }).last().click();
    for (const who of PEOPLE) {
      await t.as(page, who, '@Konduktor');
      await t.eventually(page, `${who} may choose tickets`, () => document.querySelector('[data-testid^="component-g/"][data-testid$="/keep"]'));
    }
    await t.shot('game-choice');
    let moves = 0;
    for (let idle = 0; idle < PATIENT * PEOPLE.length;) {
      for (const who of PEOPLE) {
        await t.as(page, who, '@Konduktor');
        idle += 1;
        for (; await act(t, page); moves += 1) idle = 0;
        assert.ok(moves < MOST_MOVES, 'the game does not end');
        if (moves > 40 && moves < 44) await t.shot('game-turn');
      }
      if (idle > 0) await page.waitForTimeout(100); // the next player's message is on its way
    }
    await page.locator('[data-testid^="channel-Amsterdam"]').last().click();
    await page.getByRole('button', { name: 'Rematch' }).last().waitFor();
    const end = await t.last(page).textContent();
    for (const who of PEOPLE) assert.ok(end.includes(who), `the final sheet names ${who}`);
    assert.match(end, /[0-9a-f]{64}/, 'the seed is shown');
    await t.shot('game-end');
  } },
];
