// Buttons and menus.

import assert from 'node:assert/strict';

const pressed = (t, what) => t.world.calls.filter((c) => c.what === what).map((c) => c.body);

export default [
  {
    name: 'components: a pressed button waits, is sent once, and the message changes',
    staged: true,
    run: async (t) => {
      const page = await t.open();
      await t.as(page, 'Cy', 'workshop');
      const button = page.getByTestId('component-b/success');
      await button.click();
      assert.equal(await button.getAttribute('aria-busy'), 'true');
      await button.click({ force: true });
      await page.getByText('Cy pressed b/success').waitFor();
      await t.eventually(
        page,
        'no longer waiting',
        () =>
          !document.querySelector('[data-testid="component-b/success"]').hasAttribute('aria-busy'),
      );
      assert.deepEqual(pressed(t, 'click'), [
        { channel_id: t.world.table.id, message_id: t.world.buttons.id, custom_id: 'b/success' },
      ]);
      assert.ok(await page.getByTestId('component-b/disabled').isDisabled());
      assert.equal(
        await page.evaluate(() => document.activeElement.dataset.testid),
        'component-b/success',
        'the focus stays on the redrawn button',
      );
      await page.locator('[data-testid="component-turn/draw"]').waitFor();
      assert.equal(await page.getByTestId('file').count(), 1);
    },
  },
  {
    name: 'components: a button that is not answered says so below its message',
    staged: true,
    run: async (t) => {
      const page = await t.open();
      await t.as(page, 'Cy', 'workshop');
      await page.getByTestId('component-b/silence').click();
      await page.getByTestId('failure').waitFor();
      assert.match(await page.getByTestId('failure').textContent(), /did not respond/);
    },
  },
  {
    name: 'components: one choice of a menu is sent at once, Esc sends nothing',
    staged: true,
    run: async (t) => {
      const page = await t.open();
      await t.as(page, 'Cy', 'workshop');
      await page.getByTestId('component-s/one').click();
      await page.keyboard.press('Escape');
      await page.getByTestId('component-s/one').click();
      await t.shot('menu');
      await page.getByTestId('select-option').nth(2).click();
      await page.getByText('Cy chose r2').waitFor();
      assert.deepEqual(
        pressed(t, 'select').map((b) => b.values),
        [['r2']],
      );
    },
  },
  {
    name: 'components: several choices keep to the least and the most, and are sent in their order',
    staged: true,
    run: async (t) => {
      const page = await t.open();
      await t.as(page, 'Cy', 'workshop');
      await page.getByTestId('component-s/many').click();
      assert.ok(await page.getByTestId('select-done').isDisabled(), 'one of two is too few');
      await page.getByTestId('select-option').nth(3).click();
      await page.getByTestId('select-option').nth(1).click();
      assert.equal(
        await page.getByTestId('select-option').nth(2).getAttribute('aria-disabled'),
        'true',
        'three are the most',
      );
      await t.shot('menu-many');
      await page.getByTestId('select-done').click();
      await page.getByText('Cy chose t1, t2, t4').waitFor();
    },
  },
  {
    name: 'components: a menu at the lower edge shows all that it has',
    staged: true,
    run: async (t) => {
      const page = await t.open();
      await t.as(page, 'Cy', 'general');
      const options = ['Dam – Artis', 'Dam – Oost'].map((label, i) => ({
        label,
        value: `k${i}`,
        description: 'a ticket',
      }));
      t.world.post(t.world.general.id, {
        content: 'Tickets',
        components: [
          {
            type: 1,
            components: [
              {
                type: 3,
                custom_id: 's/low',
                placeholder: 'Which?',
                min_values: 1,
                max_values: 2,
                options,
              },
            ],
          },
        ],
      });
      t.world.post(t.world.general.id, {
        author: t.world.Ben,
        content: 'so that the menu has a little room below',
      });
      await page.getByTestId('component-s/low').click();
      await page.getByTestId('select-option').nth(1).waitFor();
      await t.eventually(page, 'both choices in view', () => {
        const list = document.querySelector('[data-testid=select-list]').getBoundingClientRect();
        return [...document.querySelectorAll('[data-testid=select-option]')].every((o) => {
          const box = o.getBoundingClientRect();
          return box.top >= list.top && box.bottom <= list.bottom + 1 && box.bottom <= innerHeight;
        });
      });
      await t.shot('menu-low');
    },
  },
  {
    name: 'components: five signs without words stand side by side on a phone and have names',
    staged: true,
    run: async (t) => {
      const page = await t.open({ width: 390, height: 844 });
      const signs = ['red', 'blue', 'black_port', 'green_ship', 'locomotive'];
      const buttons = signs.map((name, i) => ({
        type: 2,
        style: 2,
        custom_id: `b/${name}`,
        emoji: { id: `70${i}`, name },
      }));
      t.world.post(t.world.general.id, {
        content: 'The market <:red:700>',
        components: [
          { type: 1, components: buttons },
          {
            type: 1,
            components: [{ type: 2, style: 2, custom_id: 'b/flag', emoji: { name: '🚩' } }],
          },
        ],
      });
      await page.getByTestId('open-channels').click();
      await page.getByTestId('channel-general').click();
      const tops = await Promise.all(
        signs.map(async (name) => {
          const button = page.getByRole('button', { name, exact: true });
          const { width, height } = await button.locator('img').boundingBox();
          assert.deepEqual([width, height], [20, 20]);
          return (await button.boundingBox()).y;
        }),
      );
      assert.equal(new Set(tops).size, 1, `tops of the buttons: ${tops}`);
      const inText = await t.last(page).locator('.content .emoji').boundingBox();
      assert.deepEqual([inText.width, inText.height], [22, 22]);
      await page.getByRole('button', { name: '🚩', exact: true }).waitFor();
    },
  },
];
