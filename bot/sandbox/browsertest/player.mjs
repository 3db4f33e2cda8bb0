// Plays from the panels in a person's direct messages, with buttons and menus only, as a hurried
// player does: it takes the first thing of the kind that it wants. It finds buttons by their roles
// and names and lines by their words, as with a screen reader: what it has played can be played
// without seeing the page.

import assert from 'node:assert/strict';
import { errors } from 'playwright-core';

export const PATIENCE = 20000; // ms for a turn with its pictures
const GLANCE = 2000; // ms for a press; then the panel is read again

// MOVES matches the buttons and menus that make a move or ask about one. A button's meaning is in
// its custom ID, do/GAME/POSITION/pass; a menu's is in its options.
export const MOVES = '[data-testid^="component-do/"], [data-testid^="component-ask/"]';

// panel is the newest message of the log with a move to press: its ID, its buttons and menus, and
// whether it asks a question, with a way back. A menu's id is followed by its first option.
export const panel = (page) =>
  page.evaluate((moves) => {
    for (const message of [...document.querySelectorAll('[data-testid=message]')].reverse()) {
      const ids = [...message.querySelectorAll(moves)]
        .filter((e) => !e.disabled)
        .map((e) =>
          e.dataset.first ? `${e.dataset.testid} ${e.dataset.first}` : e.dataset.testid,
        );
      if (ids.length > 0) {
        const asks = message.querySelector('[data-testid^="component-back/"]') !== null;
        return { message: message.dataset.id, ids, asks };
      }
    }
    return { ids: [] };
  }, MOVES);

// offered lists the enabled buttons and menus of all messages: a new message can arrive while an
// older one is being answered.
export const offered = (page) =>
  page.evaluate(
    (moves) =>
      [...document.querySelectorAll(moves)]
        .filter((e) => !e.disabled)
        .map((e) => e.dataset.testid)
        .join(),
    MOVES,
  );

// settled waits until the offers change: the press was carried out.
async function settled(page, before) {
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

// MOST_READS is how often a panel is read that changes meanwhile.
const MOST_READS = 10;

// control finds a button or menu of a panel by its role and name; null: it is gone. Only buttons
// that draw may have the same name: two cards of the market can be alike.
async function control(page, message, id) {
  const panelOf = page.locator(`[data-id="${message}"]`);
  const [parts] = await panelOf.getByTestId(id).evaluateAll((found) =>
    found.map((e) => {
      if (e.ariaLabel) return [e.ariaLabel];
      const all = [];
      for (const walker = document.createTreeWalker(e); walker.nextNode();)
        all.push(walker.currentNode.alt ?? walker.currentNode.data ?? '');
      return all.map((part) => part.trim()).filter((part) => part !== '');
    }),
  );
  if (!parts) return null;
  assert.ok(parts.length > 0, `${id} has no name`);
  const pattern = parts
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s+/g, '\\s+'))
    .join('\\s*');
  const named = panelOf.getByRole('button', { name: new RegExp(`^\\s*${pattern}\\s*$`) });
  const ids = await named.evaluateAll((all) => all.map((e) => e.dataset.testid));
  const alike = ids.length === 1 || ids.every((other) => /\/draw:/.test(other));
  if ((await panelOf.getByTestId(id).count()) === 0) return null;
  assert.ok(ids.includes(id) && alike, `${ids.length} of ${ids} are called "${parts.join(' ')}"`);
  return named.first();
}

// pressed clicks a button or menu; false: the panel was replaced under the finger.
async function pressed(found) {
  try {
    await found.click({ timeout: GLANCE });
    return true;
  } catch (error) {
    if (error instanceof errors.TimeoutError) return false;
    throw error;
  }
}

// press presses a button, or picks the first lines of a menu, as many as required, and returns how
// often a finger taps for that; 0: the panel has changed meanwhile. From cards to draw it picks
// another line each time, so that both decks of a title are used.
async function press(page, message, id) {
  const before = await offered(page);
  const found = await control(page, message, id.split(' ')[0]);
  if (!found || !(await pressed(found))) return 0;
  let taps = 1;
  const lines = page.getByRole('option');
  const done = page.getByTestId('select-done');
  const first = / draw:/.test(id) ? draws++ : 0;
  const texts = await lines.allInnerTexts();
  assert.equal(new Set(texts).size, texts.length, `lines are called alike: ${texts}`);
  for (let n = texts.length, i = 0; i < n; i += 1) {
    await lines.nth((first + i) % n).click();
    taps += 1;
    if ((await done.count()) === 0) break; // one choice is sent at once
    if (await done.isEnabled()) {
      await done.click();
      taps += 1;
      break;
    }
  }
  await settled(page, before);
  return taps;
}

// ENDS are the offers that end a decision, in the order in which they are wanted.
const ENDS = [
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
];
const CLAIM = / claim:/;
const TICKETS = [/do\/.*\/tickets$/, /\/tickets$/];
const PASS = /\/pass$/;

// RUSHED claims whatever it can, and draws if it cannot.
export const RUSHED = [...ENDS, CLAIM, DRAW, ...TICKETS, PASS];
// SAVING draws cards first, and CURIOUS tickets.
export const SAVING = [...ENDS, DRAW, CLAIM, ...TICKETS, PASS];
export const CURIOUS = [...ENDS, ...TICKETS, DRAW, CLAIM, PASS];

// act does the next thing that the person's panel offers, and returns how many taps it took; 0 if
// there is none. It never shares tickets as a whole turn.
export async function act(page, wishes = RUSHED) {
  for (let reads = 1; ; reads += 1) {
    const { message, ids } = await panel(page);
    const move = wanted(ids, wishes);
    const taps = move ? await press(page, message, move) : 0;
    if (taps > 0 || !move) return taps;
    assert.ok(reads < MOST_READS, `the panel goes on changing: ${ids}`);
  }
}

// wanted is the first wish that a panel offers; undefined: none.
function wanted(ids, wishes) {
  const owed = !ids.some((id) => DRAW.test(id));
  for (const wish of wishes) {
    const move = ids.find((id) => wish.test(id));
    if (!move || (/ share:/.test(move) && !owed)) continue;
    const cards = ids.filter((id) => /\/draw:/.test(id));
    return wish === DRAW && cards.length > 0 ? cards[draws++ % cards.length] : move;
  }
  return undefined;
}

// settle adds a person to the page, unless there is one of that name.
export async function settle(page, name, locale) {
  if ((await page.getByTestId(`person-${name}`).count()) > 0) return;
  await page.evaluate(
    (who) =>
      fetch('/page/people', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(who),
      }),
    { name, locale },
  );
  await page.getByTestId(`person-${name}`).waitFor();
}
