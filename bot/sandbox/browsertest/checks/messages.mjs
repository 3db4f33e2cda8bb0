// Messages, and the log while they arrive.

import assert from 'node:assert/strict';

export default [
  {
    name: 'messages: markdown, mentions, times and the mark of an edit are drawn',
    staged: true,
    run: async (t) => {
      const page = await t.open();
      await t.as(page, 'Ben', 'workshop');
      const m = page.getByTestId('message').first();
      for (const css of [
        'h3.h1',
        'h4.h2',
        '.sub',
        'strong',
        'em',
        'u',
        's',
        'code',
        'blockquote strong',
        'ul ul li',
        'ol li',
        'pre code',
        'a[rel~=noopener]',
        '.mention.me',
        '.stamp time',
        '.edited',
        'button.mention',
      ]) {
        assert.ok((await m.locator(css).count()) > 0, `want ${css}`);
      }
      assert.equal(await m.locator('pre code').textContent(), 'func main() { println("<b>") }');
      assert.equal(await m.locator('.mention.me').textContent(), '@Ben');
      const covered = await m.locator('.spoiler').boundingBox();
      await m.locator('.spoiler').click();
      const { width } = await m.locator('.spoiler').boundingBox();
      assert.equal(width, covered.width, 'a spoiler is as long as what it covers');
      assert.equal(await m.locator('.spoiler.shown').textContent(), 'hidden');
      await m.getByText('/game new').click();
      assert.equal(await page.getByTestId('composer').inputValue(), '/game new');
    },
  },
  {
    name: 'messages: an ephemeral answer thinks, comes, is seen by its person only, and is put away',
    staged: true,
    run: async (t) => {
      const page = await t.open();
      await t.as(page, 'Ben', 'general');
      await page.getByTestId('composer').fill('/hand ');
      await page.keyboard.press('Enter');
      await page.getByTestId('thinking').waitFor();
      const mine = page.locator('[data-ephemeral="1"]');
      await mine.getByTestId('image').waitFor();
      assert.match(await mine.textContent(), /Only you can see this/);
      await t.shot('ephemeral');
      await t.as(page, 'Cy', 'general');
      assert.equal(await mine.count(), 0);
      assert.equal(await page.getByTestId('person-Cy').getAttribute('data-unread'), '0');
      await t.as(page, 'Ben', 'general');
      await mine.getByTestId('dismiss').click();
      assert.equal(await mine.count(), 0);
    },
  },
  {
    name: 'messages: the log stays where the reader is, and follows at the bottom',
    staged: true,
    run: async (t) => {
      const page = await t.open();
      await t.as(page, 'Ben', 'general');
      const log = page.getByTestId('messages');
      await log.evaluate((e) => {
        e.scrollTop = 200;
      });
      await page.getByTestId('jump').waitFor();
      t.world.post(t.world.general.id, { content: 'news' });
      await t.eventually(page, 'the button counts', () =>
        document.querySelector('[data-testid=jump]').textContent.includes('1 new'),
      );
      assert.equal(await log.evaluate((e) => e.scrollTop), 200);
      await t.as(page, 'Cy', 'general');
      await t.as(page, 'Ben', 'general');
      assert.equal(
        await log.evaluate((e) => e.scrollTop),
        200,
        'the place is kept for each person',
      );
      await page.getByTestId('jump').click();
      t.world.post(t.world.general.id, {
        content: 'more news',
        attachments: [
          {
            id: '1',
            filename: 'b.svg',
            content_type: 'image/svg+xml',
            url: '/stage/board.svg',
            width: 1500,
            height: 1000,
          },
        ],
      });
      await page.getByText('more news').waitFor();
      await t.eventually(page, 'at the bottom', () => {
        const e = document.querySelector('[data-testid=messages]');
        return e.scrollHeight - e.scrollTop - e.clientHeight < 2;
      });
    },
  },
  {
    name: 'messages: unread ones begin with a line; edits and deletions arrive',
    staged: true,
    run: async (t) => {
      const page = await t.open();
      await t.as(page, 'Ben', 'workshop');
      const m = t.world.post(t.world.general.id, { content: 'first news' });
      await t.eventually(
        page,
        'a badge at the channel',
        () => document.querySelector('[data-testid=channel-general]').dataset.unread === '1',
      );
      await page.getByTestId('channel-general').click();
      await page.locator('.new-line').waitFor();
      t.world.edit(m.id, { content: 'better news', edited_timestamp: new Date().toISOString() });
      await page.getByText('better news').waitFor();
      t.world.remove(t.world.general.id, m.id);
      await page.getByText('better news').waitFor({ state: 'detached' });
    },
  },
  {
    name: 'messages: a person deletes a message and a thread on purpose',
    staged: true,
    run: async (t) => {
      const page = await t.open();
      await t.as(page, 'Ben', 'Amsterdam 7: Ola, Ben');
      await t.last(page).hover();
      await t.last(page).getByTestId('delete-message').click();
      await page.getByTestId('ask-yes').click();
      await page.getByTestId('message').waitFor({ state: 'detached' });
      await page.getByTestId('channel-Amsterdam 7: Ola, Ben').hover();
      await page.getByTestId('delete-channel-Amsterdam 7: Ola, Ben').click();
      await page.getByTestId('ask-yes').click();
      await page.getByTestId('channel-Amsterdam 7: Ola, Ben').waitFor({ state: 'detached' });
      await page.locator('[data-testid=channel-general][aria-current]').waitFor();
    },
  },
  {
    name: 'messages: the address of a place, or of a message there, leads to it',
    staged: true,
    run: async (t) => {
      const page = await t.open();
      await t.as(page, 'Ben', 'general');
      t.world.post(t.world.general.id, {
        content: `The table: https://discord.com/channels/@me/${t.world.thread.id}`,
      });
      await page.getByRole('button', { name: 'Amsterdam 7: Ola, Ben', exact: true }).last().click();
      await page.getByText('claimed').waitFor();
      t.world.post(t.world.thread.id, {
        content: `https://discord.com/channels/1/${t.world.table.id}/${t.world.buttons.id} https://discord.com/channels/1/77`,
      });
      assert.equal(
        await page.locator('a[href="https://discord.com/channels/1/77"]').count(),
        1,
        'a place that nobody knows stays an address',
      );
      await page.getByRole('button', { name: /workshop › message/ }).click();
      await t.eventually(
        page,
        'the message is in view',
        (id) => {
          const box = document.querySelector(`[data-id="${id}"]`)?.getBoundingClientRect();
          return box && box.top >= 0 && box.bottom <= innerHeight;
        },
        t.world.buttons.id,
      );
    },
  },
];
