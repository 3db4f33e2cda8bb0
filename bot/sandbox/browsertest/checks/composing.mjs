// The message box: commands, options, completion, refusals.

import assert from 'node:assert/strict';

const offered = (page) =>
  page.getByTestId('completion-item').evaluateAll((all) => all.map((e) => e.dataset.value));

async function typed(page, text) {
  await page.getByTestId('composer').click();
  await page.keyboard.type(text);
}

// command returns the state of the command being filled in, null if there is none; with an
// argument, whether that has changed or was refused.
function command(before) {
  const chips = document.querySelector('[data-testid=chips]');
  const now =
    chips &&
    [...chips.querySelectorAll('input')]
      .map((i) => `${i.dataset.testid}:${i.value}${i === document.activeElement ? '<' : ''}`)
      .join();
  return before === undefined
    ? now
    : now !== before || document.querySelector('[data-testid=composer-error]').checkVisibility();
}

// sendCommand takes the first choice of every required option and sends. An Enter before the bot's
// choices arrive takes the first of them when they do.
async function sendCommand(page) {
  for (
    let before = await page.evaluate(command);
    before !== null;
    before = await page.evaluate(command)
  ) {
    await page.keyboard.press('Enter');
    await page.waitForFunction(command, before);
    assert.equal(await page.getByTestId('composer-error').isVisible(), false, 'no refusal');
  }
}

export default [
  {
    name: 'composing: a slash offers matching commands; Esc closes the list',
    run: async (t) => {
      const page = await t.open();
      await typed(page, '/');
      await page.getByTestId('completion-item').first().waitFor();
      const all = await offered(page);
      await page.keyboard.type('ga');
      await t.eventually(
        page,
        'fewer are offered',
        (n) => document.querySelectorAll('[data-testid=completion-item]').length < n,
        all.length,
      );
      assert.ok((await offered(page)).includes('game new'), 'want /game new among them');
      assert.match(await page.getByTestId('composer').getAttribute('aria-activedescendant'), /-0$/);
      await t.shot('completion');
      await page.keyboard.press('Escape');
      assert.equal(await page.getByTestId('completion').isVisible(), false);
    },
  },
  {
    name: 'composing: /game new typed by keys alone makes the bot answer',
    run: async (t) => {
      const page = await t.open();
      const before = await page.getByTestId('message').count();
      await typed(page, '/game new');
      await page.keyboard.press('Enter');
      await page.getByTestId('command').waitFor();
      await sendCommand(page);
      await t.eventually(
        page,
        'a message of the bot with buttons',
        (n) => {
          const all = [...document.querySelectorAll('[data-testid=message]')];
          return all.slice(n).some((m) => m.querySelector('[data-testid^="component-"]'));
        },
        before,
      );
      await t.shot('game-new');
    },
  },
  {
    name: 'composing: another person joins what /game new has opened',
    run: async (t) => {
      const page = await t.open();
      const lobbies = page.getByTestId('message').filter({ hasText: /Seats taken: / });
      await typed(page, '/game new ');
      const before = await lobbies.count();
      await sendCommand(page);
      await lobbies.nth(before).waitFor(); // else an older one is the last
      const other = page.locator('[data-testid^="person-"]').nth(1);
      const name = (await other.getAttribute('data-testid')).slice('person-'.length);
      await other.click();
      await page.locator('[data-testid^="channel-"]').first().click();
      const lobby = page
        .getByTestId('message')
        .filter({ has: page.getByRole('button', { name: /^(Join|Dołącz)/ }) })
        .last();
      await lobby.getByRole('button', { name: /^(Join|Dołącz)/ }).click();
      await lobby.locator('.prose').filter({ hasText: name }).first().waitFor();
      assert.equal(await page.getByTestId('failure').count(), 0);
      await t.shot('joined');
    },
  },
  {
    name: 'composing: options are chips, needed ones first; choices, numbers, users and booleans are sent as Discord sends them',
    staged: true,
    run: async (t) => {
      const page = await t.open();
      await t.as(page, 'Ben', 'general');
      await typed(page, '/gam');
      await page.keyboard.press('Tab');
      assert.deepEqual(await offered(page), ['amsterdam', 'nordic']);
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      assert.equal(await page.getByTestId('option-title').inputValue(), 'Nordic Countries');
      await page.keyboard.type('sea');
      assert.deepEqual(await offered(page), ['seats']);
      await page.keyboard.press('Enter');
      await page.keyboard.type('9');
      await page.keyboard.press('Enter');
      assert.match(
        await page.getByTestId('composer-error').textContent(),
        /seats must be at most 5/,
      );
      await page.keyboard.press('Backspace');
      await page.keyboard.type('3');
      await page.keyboard.press('ArrowRight');
      await page.keyboard.type('invite:');
      await page.keyboard.type('ol');
      await page.keyboard.press('Tab');
      await page.keyboard.type('ran');
      await page.keyboard.press('Enter');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await t.shot('chips');
      await page.keyboard.press('Enter');
      await t.eventually(page, 'sent', () => !document.querySelector('[data-testid=chips]'));
      const call = t.world.calls.find((c) => c.what === 'slash');
      assert.deepEqual(call.body, {
        channel_id: t.world.general.id,
        name: 'game',
        options: [
          {
            name: 'new',
            type: 1,
            options: [
              { name: 'title', type: 3, value: 'nordic' },
              { name: 'seats', type: 4, value: 3 },
              { name: 'invite', type: 6, value: t.world.Ola.id },
              { name: 'ranked', type: 5, value: false },
            ],
          },
        ],
      });
      await page.getByTestId('used').last().waitFor();
      assert.match(await page.getByTestId('used').last().textContent(), /Ben used \/game new/);
    },
  },
  {
    name: "composing: autocomplete asks once after a pause and takes the bot's answer",
    staged: true,
    run: async (t) => {
      const page = await t.open();
      await t.as(page, 'Ben', 'general');
      await typed(page, '/claim ');
      await page.getByTestId('completion-item').nth(3).waitFor();
      const before = t.world.calls.filter((c) => c.what === 'complete').length;
      await page.keyboard.type('jordaan', { delay: 15 });
      await t.eventually(
        page,
        'narrowed by the bot',
        () => document.querySelectorAll('[data-testid=completion-item]').length === 2,
      );
      const asked = t.world.calls.filter((c) => c.what === 'complete');
      assert.equal(asked.length, before + 1, 'one question for seven keys');
      assert.deepEqual(asked.at(-1).body.options, [
        { name: 'route', type: 3, value: 'jordaan', focused: true },
      ]);
      await page.keyboard.press('Control+A');
      await page.keyboard.type('west');
      await page.keyboard.press('Enter'); // faster than the bot: taken when the answer is there
      await page.keyboard.press('Enter'); // and sent
      await t.eventually(page, 'sent', () => !document.querySelector('[data-testid=chips]'));
      assert.equal(t.world.calls.at(-1).body.options[0].value, 'Jordaan –');
    },
  },
  {
    name: "composing: only commands of the place are offered, in the person's language",
    staged: true,
    run: async (t) => {
      const page = await t.open();
      await t.as(page, 'Ola', '@Konduktor');
      await typed(page, '/');
      assert.deepEqual(await offered(page), ['claim', 'hand', 'kitchen', 'refused', 'silence']);
      assert.match(await page.getByTestId('completion').textContent(), /\/zajmij.*Zajmij trasę/s);
      await page.keyboard.press('Backspace');
      await page.getByTestId('channel-general').click();
      await typed(page, '/gra');
      assert.deepEqual(await offered(page), ['game new', 'game end']);
    },
  },
  {
    name: 'composing: a refusal and a missing option are said, and nothing typed is lost',
    staged: true,
    run: async (t) => {
      const page = await t.open();
      await t.as(page, 'Ben', 'general');
      await typed(page, '/refused ');
      await page.keyboard.press('Enter');
      await t.eventually(page, 'the refusal', () =>
        document.querySelector('[data-testid=composer-error]').textContent.includes('needs more'),
      );
      assert.equal(await page.getByTestId('command').textContent(), '/refused');
      await page.keyboard.press('Escape');
      await page.keyboard.press('Escape');
      await page.keyboard.press('Escape');
      assert.equal(await page.getByTestId('composer').inputValue(), '/refused');
      await page.getByTestId('composer').fill('/poke ');
      await page.keyboard.press('Escape');
      await page.getByTestId('send').click();
      assert.match(await page.getByTestId('composer-error').textContent(), /who is needed/);
    },
  },
  {
    name: 'composing: a command that is not answered says so, and can be put away',
    staged: true,
    run: async (t) => {
      const page = await t.open();
      await t.as(page, 'Ben', 'general');
      await typed(page, '/silence ');
      await page.keyboard.press('Enter');
      await page.getByTestId('note').waitFor();
      await page.getByTestId('note').getByTestId('failure').waitFor();
      assert.match(await page.getByTestId('failure').textContent(), /did not respond/);
      await page.getByTestId('dismiss').click();
      assert.equal(await page.getByTestId('note').count(), 0);
    },
  },
  {
    name: 'composing: a command that is typed out is sent by Enter, also when the list was put away',
    staged: true,
    run: async (t) => {
      const page = await t.open();
      await t.as(page, 'Ben', 'general');
      await typed(page, '/hand');
      await page.keyboard.press('Escape');
      await page.keyboard.press('Enter');
      await t.eventually(page, 'it is sent', () => !document.querySelector('[data-testid=chips]'));
      assert.equal(t.world.calls.filter((c) => c.what === 'slash').at(-1).body.name, 'hand');
      await typed(page, '/poke');
      await page.keyboard.press('Escape');
      await page.keyboard.press('Enter');
      await page.getByTestId('command').waitFor(); // it asks whom
      assert.equal(t.world.calls.filter((c) => c.what === 'slash').length, 1);
    },
  },
];
