// Takes the pictures of the README and counts the clicks of a turn: opens a game of two in the page
// and plays it as on a phone.
//
//   npm ci && node picture.mjs --url http://127.0.0.1:8080 --out ../../../docs/img/turn.jpg
//   --title World --seats 2   another title; without --out only the clicks are counted
//
// The server must be a `konduktor try` without games: the script would press the buttons of older
// games.

import { parseArgs } from 'node:util';
import { Harness } from './harness.mjs';

const { values: options } = parseArgs({
  options: {
    url: { type: 'string' },
    out: { type: 'string' },
    title: { type: 'string', default: 'Amsterdam' },
    seats: { type: 'string', default: '2' },
  },
});
const PEOPLE = ['Ola', 'Bartek', 'Celina', 'Darek'].slice(0, Number(options.seats));
const PHONE = 400; // pixels wide

const clicks = { tickets: 0, cards: 0, claim: 0 };

// offers are the enabled buttons and menus of the newest message that has any; a menu with its
// first option.
const offers = (page) =>
  page.evaluate(() => {
    for (const message of [...document.querySelectorAll('[data-testid=message]')].reverse()) {
      const ids = [
        ...message.querySelectorAll(
          '[data-testid^="component-do/"], [data-testid^="component-ask/"]',
        ),
      ]
        .filter((e) => !e.disabled)
        .map((e) =>
          e.dataset.first ? `${e.dataset.testid} ${e.dataset.first}` : e.dataset.testid,
        );
      if (ids.length > 0) return ids;
    }
    return [];
  });

// press presses the first match, picks the first line of a menu, and waits until the offers change.
// It counts each tap.
async function press(page, pattern, what, first = 0) {
  const ids = await offers(page);
  const id = ids.find((one) => pattern.test(one));
  if (!id) throw new Error(`nothing like ${pattern} among ${ids}`);
  await page.getByTestId(id.split(' ')[0]).last().click();
  clicks[what] += 1;
  const lines = page.getByTestId('select-option');
  const done = page.getByTestId('select-done');
  for (let i = first; i < (await lines.count());) {
    await lines.nth(i).click();
    clicks[what] += 1;
    i += 1;
    if ((await done.count()) === 0) break;
    if (await done.isEnabled()) {
      await done.click();
      clicks[what] += 1;
      break;
    }
  }
  await page.waitForFunction(
    (was) => {
      if (document.querySelector('[aria-busy=true]')) return false;
      for (const message of [...document.querySelectorAll('[data-testid=message]')].reverse()) {
        const now = [
          ...message.querySelectorAll(
            '[data-testid^="component-do/"], [data-testid^="component-ask/"]',
          ),
        ].filter((e) => !e.disabled);
        if (now.length > 0) return now.map((e) => e.dataset.testid).join() !== was;
      }
      return was !== '';
    },
    ids.map((one) => one.split(' ')[0]).join(),
    { timeout: 60000 },
  );
}

const has = async (page, pattern) => (await offers(page)).some((id) => pattern.test(id));

// choose makes all choices of the setup.
async function choose(page) {
  while (
    (await has(page, /do\/.*\/keep|ask\/.* keep|pieces|do\/.*\/share|ask\/.* share/)) &&
    !(await has(page, /draw:/))
  ) {
    await press(
      page,
      /do\/.*\/(keep|pieces|share)|ask\/.* keep|\/pieces:|ask\/.* share/,
      'tickets',
    );
  }
}

const harness = await Harness.open({ url: options.url });
const context = await harness.browser.newContext({
  viewport: { width: 1200, height: 860 },
  locale: 'en-GB',
});
const page = await context.newPage();
page.setDefaultTimeout(60000);
await page.goto(options.url);
for (const who of PEOPLE) {
  if ((await page.getByTestId(`person-${who}`).count()) === 0) {
    await page.evaluate(
      (name) =>
        fetch('/page/people', {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ name }),
        }),
      who,
    );
    await page.getByTestId(`person-${who}`).waitFor();
  }
}
const as = async (who, place) => {
  await page.getByTestId(`person-${who}`).click();
  await page.getByTestId(`channel-${place}`).click();
};
await as(PEOPLE[0], 'station');
await page.getByTestId('composer').fill(`/game new title:${options.title} seats:${options.seats}`);
await page.keyboard.press('Enter');
await page.keyboard.press('Enter');
for (const who of PEOPLE.slice(1)) {
  await as(who, 'station');
  await page.getByRole('button', { name: 'Join' }).last().click();
  await page
    .getByTestId('message')
    .filter({ hasText: new RegExp(`Seats taken: \\d.*${who}`, 's') })
    .last()
    .waitFor();
}
await as(PEOPLE[0], 'station');
await page.getByRole('button', { name: 'Start' }).last().click();
for (const who of PEOPLE) {
  await as(who, '@Konduktor');
  await page.waitForFunction(() => document.querySelector('[data-first^="keep"]'), null, {
    timeout: 60000,
  });
  await choose(page);
}
console.log(`${options.title}: first tickets (all seats): ${clicks.tickets} clicks`);

// turn plays one turn of the player to move: a claim if possible, else two cards.
async function turn(claims) {
  for (let tries = 0; tries < 60; tries += 1) {
    for (const who of PEOPLE) {
      await as(who, '@Konduktor');
      if (!(await has(page, /draw:/))) continue;
      const what = claims && (await has(page, / claim:/)) ? 'claim' : 'cards';
      clicks[what] = 0;
      if (what === 'claim') {
        await press(page, / claim:/, what);
        await press(page, /do\/.*\/claim:/, what);
      } else {
        for (let card = 0; card < 2 && (await has(page, /draw:/)); card += 1) {
          // Buttons for the market; else a menu, which begins with the decks.
          const open = await has(page, /\/draw:[1-9]/);
          await press(page, open ? /\/draw:[1-9]/ : / draw:/, what, 2);
        }
      }
      console.log(`${options.title}: ${what}: ${clicks[what]} clicks`);
      return;
    }
    await page.waitForTimeout(200);
  }
  throw new Error('nobody is to move');
}
for (const claims of [false, false, true, true]) await turn(claims);

if (options.out) {
  for (const who of PEOPLE) {
    await as(who, '@Konduktor');
    if (await has(page, /draw:/)) break;
  }
  await page.setViewportSize({ width: PHONE, height: 1500 });
  await page.waitForTimeout(1500);
  const message = page.getByTestId('message').last();
  await message.evaluate((element) => {
    // a machine without a typeface for emoji would draw boxes
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    while (texts.nextNode())
      texts.currentNode.data = texts.currentNode.data.replace(
        /\p{Extended_Pictographic}\uFE0F?\s?/gu,
        '',
      );
  });
  await message.scrollIntoViewIfNeeded();
  await message.screenshot({
    path: options.out,
    ...(options.out.endsWith('.jpg') ? { type: 'jpeg', quality: 82 } : {}),
  });
}
await harness.close();
