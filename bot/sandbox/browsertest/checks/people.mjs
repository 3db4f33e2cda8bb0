// Being several people: switching, badges, adding, settings.

import assert from 'node:assert/strict';

const names = (page) =>
  page
    .locator('[data-testid^="person-"]')
    .evaluateAll((all) => all.map((e) => e.dataset.testid.slice('person-'.length)));
const now = (page) =>
  page.locator('[data-testid^="person-"][aria-current="true"]').getAttribute('data-testid');

export default [
  {
    name: 'people: a click and Alt with a number turn to another person',
    run: async (t) => {
      const page = await t.open();
      const all = await names(page);
      assert.ok(all.length >= 2, `want two people at least, got ${all}`);
      await page.getByTestId(`person-${all[1]}`).click();
      assert.equal(await now(page), `person-${all[1]}`);
      await page.keyboard.press('Alt+1');
      assert.equal(await now(page), `person-${all[0]}`);
      assert.equal(await page.evaluate(() => document.activeElement.dataset.testid), 'composer');
    },
  },
  {
    name: 'people: what one says the others see, with a badge',
    run: async (t) => {
      const page = await t.open();
      const [first, second] = await names(page);
      const place = await page
        .locator('[data-testid^="channel-"]')
        .first()
        .getAttribute('data-testid');
      await page.getByTestId(`person-${second}`).click();
      await page.keyboard.press('Alt+ArrowDown'); // somewhere else than the first place
      await page.getByTestId(`person-${first}`).click();
      await page.getByTestId(place).click();
      await page.getByTestId('composer').fill('Hello to all of you');
      await page.keyboard.press('Enter');
      await t.eventually(page, 'the message is in the log', () =>
        [...document.querySelectorAll('[data-testid=message]')]
          .at(-1)
          ?.textContent.includes('Hello to all of you'),
      );
      assert.equal(await page.getByTestId('composer').inputValue(), '');
      await t.eventually(
        page,
        'the other person has a badge',
        (id) => Number(document.querySelector(`[data-testid="${id}"]`).dataset.unread) > 0,
        `person-${second}`,
      );
      assert.equal(await page.getByTestId(`person-${first}`).getAttribute('data-unread'), '0');
      await page.getByTestId(`person-${second}`).click();
      await page.getByTestId(place).click();
      await t.eventually(
        page,
        'reading clears it',
        (id) => document.querySelector(`[data-testid="${id}"]`).dataset.unread === '0',
        `person-${second}`,
      );
      assert.match(await t.last(page).textContent(), /Hello to all of you/);
    },
  },
  {
    name: 'people: DMs are closed and the language is changed in the popover',
    run: async (t) => {
      const page = await t.open();
      await page
        .getByTestId(
          await page.locator('[data-testid^="person-"]').nth(1).getAttribute('data-testid'),
        )
        .click();
      await page.getByTestId('settings').click();
      assert.ok(await page.getByTestId('dms-open').isChecked());
      await page.getByTestId('dms-open').click();
      await page.getByTestId('locale').selectOption('pl');
      await t.eventually(
        page,
        'the page speaks Polish',
        () => document.documentElement.lang === 'pl',
      );
      await t.shot('settings');
      await page.keyboard.press('Escape');
      assert.equal(await page.getByTestId('settings-popover').count(), 0);
      await page.reload();
      await page.getByTestId('settings').click();
      assert.equal(
        await page.getByTestId('dms-open').isChecked(),
        false,
        'still closed after a reload',
      );
      await page.getByTestId('locale').selectOption('en-US');
      await page.getByTestId('dms-open').click();
      await t.eventually(page, 'English again', () => document.documentElement.lang === 'en-GB');
    },
  },
  {
    name: 'people: somebody new is added and played at once',
    run: async (t) => {
      const page = await t.open();
      const name = `Guest ${Date.now() % 100000}`;
      await page.getByTestId('add-person').click();
      await page.getByTestId('new-name').fill(name);
      await page.keyboard.press('Enter');
      await page.getByTestId(`person-${name}`).waitFor();
      await t.eventually(
        page,
        'the new one is played',
        (id) =>
          document.querySelector(`[data-testid="${id}"]`).getAttribute('aria-current') === 'true',
        `person-${name}`,
      );
      await page.getByTestId('messages').waitFor();
      assert.equal(await page.getByTestId('add-dialog').count(), 0);
    },
  },
  {
    name: 'people: the address remembers person and place',
    run: async (t) => {
      const page = await t.open();
      const all = await names(page);
      await page.getByTestId(`person-${all[1]}`).click();
      const place = page.locator('[data-testid^="channel-"]').last();
      const id = await place.getAttribute('data-id');
      await place.click();
      await t.eventually(page, 'the address has it', (c) => location.hash.endsWith(`in=${c}`), id);
      await page.reload();
      await page.locator(`[data-testid^="channel-"][data-id="${id}"][aria-current]`).waitFor();
      assert.equal(await now(page), `person-${all[1]}`);
    },
  },
  {
    name: 'people: a name that is refused says why and keeps the window',
    staged: true,
    run: async (t) => {
      const page = await t.open();
      await page.getByTestId('add-person').click();
      await page.getByTestId('new-name').fill('Ola');
      await page.getByTestId('add-submit').click();
      await page.getByText('Ola is here already').waitFor();
      await page.keyboard.press('Escape');
      await page.getByTestId('add-dialog').waitFor({ state: 'detached' });
    },
  },
  {
    name: 'people: a closed DM makes the bot ping in the channel, seen by badge',
    staged: true,
    run: async (t) => {
      const page = await t.open();
      await t.as(page, 'Dee');
      await page.getByTestId('settings').click();
      await page.getByTestId('dms-open').click();
      await page.keyboard.press('Escape');
      await page.getByTestId('channel-workshop').click();
      await t.as(page, 'Ben', 'general');
      await page.getByTestId('composer').fill('/poke who:Dee');
      await page.keyboard.press('Enter'); // takes "@Dee"
      await page.keyboard.press('Enter');
      await t.eventually(
        page,
        'Dee has a mention',
        () => document.querySelector('[data-testid="person-Dee"]').dataset.mentions === '1',
      );
      await t.as(page, 'Dee');
      assert.equal(await page.getByTestId('channel-general').getAttribute('data-mentions'), '1');
      await t.shot('badges');
      await page.getByTestId('channel-general').click();
      assert.match(await t.last(page).getAttribute('class'), /pings/);
      assert.equal(t.world.Dee.dms_open, false);
    },
  },
  {
    name: 'people: a button sets the clock forward for everything that is written then',
    real: true,
    run: async (t) => {
      const page = await t.open();
      await page.getByTestId('forward-1').waitFor();
      for (const hours of [1, 12, 72])
        assert.equal(await page.getByTestId(`forward-${hours}`).count(), 1);
      const says = async (text) => {
        await page.getByTestId('composer').fill(text);
        await page.keyboard.press('Enter');
        await t.eventually(
          page,
          `${text} is in the log`,
          (words) =>
            [...document.querySelectorAll('[data-testid=message]')]
              .at(-1)
              ?.textContent.includes(words),
          text,
        );
        return Date.parse(
          await (await t.last(page)).locator('time').first().getAttribute('datetime'),
        );
      };
      const before = await says('It is early');
      await Promise.all([
        page.waitForResponse((r) => r.url().endsWith('/page/clock') && r.ok()),
        page.getByTestId('forward-1').click(),
      ]);
      const gone = ((await says('It is late')) - before) / 3600e3;
      assert.ok(gone >= 1 && gone < 2, `the clock went forward by ${gone} hours`);
    },
  },
];
