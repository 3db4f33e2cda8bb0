// Turns on a phone are not higher than they were when HELD of sizes.mjs was last lowered, and hand,
// picture and rows are on one screen. measure.mjs plays more of them, against the wanted heights.

import assert from 'node:assert/strict';
import { settle } from '../player.mjs';
import { CLIENTS, faults, HELD, playTurns, TITLES } from '../sizes.mjs';

const TURNS = 4;

export default Object.keys(TITLES).map((title) => ({
  name: `sizes: the hand, the map and the rows of ${title} are one screen of a phone`,
  real: true,
  run: async (t) => {
    const page = await t.open({ ...CLIENTS.phone, reducedMotion: 'reduce' });
    const name = `Phone ${title}`;
    await settle(page, name);
    await page.getByTestId(`person-${name}`).click();
    const visible = await page.getByTestId('messages').evaluate((e) => e.clientHeight);
    assert.equal(visible, CLIENTS.phone.visible, 'the page leaves as much room as Discord');
    const notes = [];
    await playTurns({ phone: page }, title, TURNS, (n) => notes.push(n));
    assert.equal(notes.filter((n) => n.kind === 'taps').length, TURNS, 'all turns were measured');
    assert.deepEqual(faults(notes, HELD), []);
  },
}));
