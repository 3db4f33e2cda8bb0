// Measures messages as Discord's clients would show them: how high they are, how long their texts
// are, and how much of a turn is on the screen when its conversation opens, at its end.

import assert from 'node:assert/strict';
import { act, CURIOUS, offered, panel, PATIENCE, RUSHED, SAVING } from './player.mjs';

// CLIENTS are windows in which the page leaves as much for the conversation as Discord does.
export const CLIENTS = {
  phone: { width: 390, height: 844, visible: 658 },
  desktop: { width: 1280, height: 900, visible: 726 },
};

// TITLES have the most seats that they can have.
export const TITLES = { amsterdam: 4, nordic: 3, asia: 6, world: 5, cardgame: 4 };

// WANTED are the largest heights of turns and questions in pixels; others have none. A large map
// takes more words. HELD are those that hold today, which no change may exceed: they follow WANTED
// down. PLAYED are the panels that are turns.
const WANTED = {
  phone: { turn: 860, question: CLIENTS.phone.visible, large: { asia: 960, world: 960 } },
  desktop: { turn: 800, question: 800, large: {} },
};
export const HELD = {
  phone: { turn: 860, question: 658, large: { asia: 960, world: 960 } },
};
const PLAYED = ['choice', 'first turn', 'turn', 'second card'];

// SHARE is the share of a title's turns and questions that have to keep to the limits, and of its
// turns whose hand, lower half of the picture, and rows have to be on the screen together.
export const SHARE = 0.95;

// isTurn reports whether a measured message is a turn.
export const isTurn = (m) => PLAYED.includes(m.kind);

// limit is how high a measured message may be.
export function limit({ client, title, kind }, heights = WANTED) {
  const { turn, question, large } = heights[client];
  if (kind === 'question') return question;
  return PLAYED.includes(kind) ? (large[title] ?? turn) : Infinity;
}

// seen reports whether the lower half of the picture, whose foot is the hand, and the rows are on the
// screen together.
export const seen = (m) => m.half <= CLIENTS[m.client].visible;

// faults lists in words where the messages of one title on one client miss the limits.
export function faults(notes, heights = WANTED) {
  const missed = (what, list, fits) => {
    const bad = list.filter((m) => !fits(m));
    return bad.length > (1 - SHARE) * list.length
      ? [`${what(bad)}: ${bad.length} of ${list.length}`]
      : [];
  };
  const highest = (kind) => (bad) =>
    `${kind} higher than ${limit(bad[0], heights)} px, ` +
    `up to ${Math.max(...bad.map((m) => m.height))} px`;
  const turns = notes.filter(isTurn);
  const questions = notes.filter((m) => m.kind === 'question');
  const low = (m) => m.height <= limit(m, heights);
  return [
    ...missed(highest('a turn'), turns, low),
    ...missed(highest('a question'), questions, low),
    ...missed(() => 'hand, lower half of the picture, and rows not on one screen', turns, seen),
  ];
}

// measured measures a message in the window that the page has. Heights are whole pixels; half is the
// distance from the middle of the picture to the message's end.
const measured = (page, id) =>
  page.evaluate((which) => {
    const e = document.querySelector(`[data-id="${which}"]`);
    const { height, bottom } = e.getBoundingClientRect();
    const text = e.querySelector('.content');
    const picture = e.querySelector('.picture img')?.getBoundingClientRect();
    const rows = [...e.querySelectorAll('.row')].map((r) => r.getBoundingClientRect());
    return {
      height: Math.round(height),
      half: picture ? Math.round(bottom - (picture.top + picture.bottom) / 2) : 0,
      rows: rows.length > 0 ? Math.round(rows.at(-1).bottom - rows[0].top) : 0,
      words: (text?.textContent ?? '').split(/\s+/).filter((w) => /[\p{L}\p{N}]/u.test(w)).length,
      units: Number(text?.dataset.units ?? 0),
    };
  }, id);

// kindOf tells what a panel is about by what it offers.
function kindOf({ ids, asks }) {
  const has = (what) => ids.some((id) => what.test(id));
  if (asks || !has(/[ /](draw|keep|pieces|share):/)) return 'question';
  if (!has(/[ /]draw:/)) return 'choice';
  return has(/\/tickets$| claim:/) ? 'turn' : 'second card';
}

const positionOf = (ids) => ids[0].split('/').slice(1, 3).join('/').split(' ')[0];

// Sitting is a person on a phone and on a desktop at the same time.
class Sitting {
  constructor(pages, title, note) {
    Object.assign(this, { pages, title, note });
    this.phone = pages.phone;
  }

  async each(work) {
    for (const [client, page] of Object.entries(this.pages)) await work(page, client);
  }

  // measure notes what a message is on every client.
  async measure(kind, id) {
    await this.each(async (page, client) =>
      this.note({ title: this.title, client, kind, ...(await measured(page, id)) }),
    );
  }

  // go opens a place of the list.
  async go(place) {
    await this.each(async (page, client) => {
      if (client === 'phone') await page.getByTestId('open-channels').click();
      await page.locator(place).last().click();
    });
  }

  // drawn waits until every client shows what the phone offers, and its picture if it has one.
  async drawn(id, pictured) {
    const wanted = await offered(this.phone);
    await this.each((page) =>
      page.waitForFunction(
        ([which, offers, moves, withPicture]) => {
          const e = document.querySelector(`[data-id="${which}"]`);
          const images = [...(e?.querySelectorAll('.picture img') ?? [])];
          return (
            e &&
            (images.length > 0 || !withPicture) &&
            images.every((i) => i.complete && i.naturalWidth > 0) &&
            [...document.querySelectorAll(moves)]
              .filter((b) => !b.disabled)
              .map((b) => b.dataset.testid)
              .join() === offers
          );
        },
        [
          id,
          wanted,
          '[data-testid^="component-do/"], [data-testid^="component-ask/"]',
          pictured,
        ],
        { timeout: PATIENCE },
      ),
    );
  }

  // open begins a game against computers at a table that all can see.
  async open() {
    const places = await this.places();
    await this.go('[data-testid="channel-station"]');
    const sent = await this.phone.evaluate(
      async ([title, seats]) => {
        const as = new URLSearchParams(location.hash.slice(1));
        const option = (name, type, value) => ({ name, type, value });
        const answer = await fetch(`/page/as/${as.get('as')}/slash`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({
            channel_id: as.get('in'),
            name: 'game',
            options: [
              {
                name: 'new',
                type: 1,
                options: [
                  option('title', 3, title),
                  option('seats', 4, seats),
                  option('delay', 3, 'none'),
                  option('public', 5, true),
                ],
              },
            ],
          }),
        });
        return answer.status;
      },
      [this.title, TITLES[this.title]],
    );
    assert.equal(sent, 200, 'the game is opened');
    const lobby = this.phone.locator('[data-testid=message]:has([data-testid^="component-join/"])');
    await lobby.last().waitFor();
    const solo = this.phone.locator('[data-testid^="component-solo/"]').last();
    await solo.waitFor();
    const id = await lobby.last().getAttribute('data-id');
    await this.pages.desktop?.locator(`[data-id="${id}"]`).waitFor();
    await this.measure('lobby', id);
    const game = (await solo.getAttribute('data-testid')).split('/')[1];
    await solo.click();
    await this.go('[data-testid="channel-@Konduktor"]');
    await this.phone.locator(`[data-testid*="/${game}/"]`).first().waitFor();
    const threads = this.phone.locator('.depth-1 [data-testid^="channel-"]');
    await threads.nth(places.length).waitFor({ state: 'attached' });
    this.thread = (await this.places()).find((place) => !places.includes(place));
  }

  // places lists the IDs of the threads that the phone can open.
  places() {
    return this.phone
      .locator('.depth-1 [data-testid^="channel-"]')
      .evaluateAll((all) => all.map((e) => e.dataset.id));
  }

  // play plays turns of a game, and returns how many there were before it ended.
  async play(turns, over) {
    let turn = 0;
    let began; // position at which the turn began
    let taps = 0;
    let idle = 0;
    while (turn <= turns && idle < 20 && !over()) {
      const shown = await panel(this.phone);
      const { message, ids } = shown;
      if (ids.length === 0) {
        idle += 1;
        await this.phone.waitForTimeout(100); // computers are to move
        continue;
      }
      idle = 0;
      let kind = kindOf(shown);
      const position = positionOf(ids);
      await this.drawn(message, kind === 'turn' || kind === 'choice');
      if (kind === 'turn' && position !== began) {
        if (turn > 0) this.note({ title: this.title, kind: 'taps', taps });
        turn += 1;
        if (turn > turns) break;
        began = position;
        taps = 0;
      }
      if (kind === 'turn' && turn === 1) kind = 'first turn';
      await this.measure(kind, message);
      const wishes = turn % 9 === 8 ? CURIOUS : turn % 3 === 0 ? RUSHED : SAVING;
      taps += await act(this.phone, wishes);
    }
    return Math.min(turn, turns);
  }

  // table measures the messages of a game's thread.
  async table() {
    await this.go(`.channel[data-id="${this.thread}"]`);
    await this.phone.getByTestId('message').first().waitFor();
    const all = await this.phone.getByTestId('message').evaluateAll((list) =>
      list.map((e) => ({
        id: e.dataset.id,
        pictured: e.querySelector('.picture') !== null,
        result: e.querySelector('[data-testid^="component-rematch/"]') !== null,
      })),
    );
    for (const { id, pictured, result } of all) {
      if (!result && !pictured) continue;
      await this.drawn(id, pictured);
      await this.measure(result ? 'result' : 'board', id);
    }
  }
}

// playTurns lets a person play so many turns of a title, in as many games as they take, and calls
// note with each measured message. pages: {phone, desktop}, the latter may be missing.
export async function playTurns(pages, title, turns, note, over = () => false) {
  const sitting = new Sitting(pages, title, note);
  for (let left = turns; left > 0 && !over(); ) {
    await sitting.open();
    const played = await sitting.play(left, over);
    await sitting.table();
    assert.ok(played > 0, 'no turn was played');
    left -= played;
  }
}
