// Losing the server and finding it again.

import assert from 'node:assert/strict';

export default [
  {
    name: 'connection: a broken line is said, mended by itself, and nothing is missed or lost',
    staged: true,
    run: async (t) => {
      const page = await t.open();
      await t.as(page, 'Ben', 'general');
      await page.getByTestId('composer').fill('/hand ');
      await page.keyboard.press('Enter');
      await page.locator('[data-ephemeral="1"]').getByTestId('image').waitFor();
      await page.getByTestId('composer').fill('half a thought');
      await page.evaluate(() => {
        // it may be back before anybody looks
        const banner = document.getElementById('lost');
        new MutationObserver(() => {
          window.saidLost ||= !banner.hidden;
        }).observe(banner, { attributes: true });
      });
      t.stage.cut();
      await t.eventually(page, 'said that it is lost', () => window.saidLost);
      t.world.post(t.world.general.id, { content: 'said in the meantime' });
      await page.getByText('said in the meantime').waitFor();
      await t.eventually(
        page,
        'said that it is back',
        () => document.getElementById('lost').hidden,
      );
      assert.equal(await page.getByTestId('composer').inputValue(), 'half a thought');
      assert.equal(
        await page.locator('[data-ephemeral="1"]').count(),
        1,
        'ephemeral messages outlive the line',
      );
      assert.equal(
        await page.getByTestId('message').filter({ hasText: 'said in the meantime' }).count(),
        1,
      );
      t.world.post(t.world.general.id, { content: 'and live again' });
      await page.getByText('and live again').waitFor();
    },
  },
  {
    name: 'connection: a server that was started anew is found, as the same person',
    staged: true,
    run: async (t) => {
      const page = await t.open();
      await t.as(page, 'Cy', 'workshop');
      await t.restart();
      await t.eventually(
        page,
        'the new world',
        (id) =>
          document.querySelector('[data-testid="person-Cy"]')?.dataset.id === id &&
          document.querySelector('[data-testid="person-Cy"]').getAttribute('aria-current') ===
            'true',
        t.world.Cy.id,
      );
      await page.getByTestId('composer').fill('still here');
      await page.keyboard.press('Enter');
      await page.getByTestId('message').getByText('still here').waitFor();
    },
  },
  {
    name: 'connection: new commands of the bot are offered at once',
    staged: true,
    run: async (t) => {
      const page = await t.open();
      await t.as(page, 'Ben', 'general');
      t.world.say(t.world.Ben.id, {
        t: 'commands',
        commands: [{ id: '9', type: 1, name: 'fresh', description: 'Just made', options: [] }],
      });
      await page.getByTestId('composer').fill('/');
      await t.eventually(
        page,
        'offered',
        () =>
          [...document.querySelectorAll('[data-testid=completion-item]')]
            .map((e) => e.dataset.value)
            .join() === 'fresh',
      );
    },
  },
];
