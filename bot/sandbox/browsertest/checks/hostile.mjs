// Text from outside stays text.

import assert from 'node:assert/strict';

const EVIL =
  '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script> <svg onload="window.hacked=1"> [press](javascript:window.hacked=1) &lt;b&gt;';
const BOMB = '*_~|`'.repeat(390);

export default [
  {
    name: 'hostile: markup, scripts and bombs that somebody says stay text',
    run: async (t) => {
      const page = await t.open();
      for (const text of [EVIL, BOMB, `||${'**'.repeat(300)}||`, '> '.repeat(300)]) {
        await page.getByTestId('composer').fill(text);
        await page.keyboard.press('Enter');
        await t.eventually(
          page,
          'said',
          () => document.querySelector('[data-testid=composer]').value === '',
        );
      }
      await page.getByText('onerror="window.hacked=1"').last().waitFor();
      // This is answered after any request of a script or picture.
      await page.evaluate(() => fetch('/page/people'));
      assert.equal(await page.evaluate(() => window.hacked), undefined);
      assert.equal(
        await page
          .locator('.prose img, .prose script, .prose svg, .prose [onerror], a[href^="javascript"]')
          .count(),
        0,
      );
      assert.equal(
        (await page.getByText('[press](javascript:window.hacked=1)').count()) > 0,
        true,
        'no link is made of it',
      );
    },
  },
  {
    name: 'hostile: names, labels, files and channels with markup stay text',
    staged: true,
    run: async (t) => {
      const evil = '<b onmouseover=window.hacked=1>x</b>';
      const page = await t.open();
      await t.as(page, 'Ben', 'workshop');
      const mallory = t.world.addPerson(evil);
      t.world.addChannel({ type: 0, name: evil, position: 5, topic: evil });
      t.world.post(t.world.table.id, {
        author: mallory,
        content: `${evil} <@${mallory.id}>`,
        attachments: [
          {
            id: '1',
            filename: `${evil}.png`,
            content_type: 'image/png',
            url: 'data:text/html,x',
            description: evil,
          },
          { id: '2', filename: evil, url: 'javascript:window.hacked=1', size: -1 },
          {
            id: '3',
            filename: 'track.png',
            content_type: 'image/png',
            url: 'https://example.org/track.png',
          },
        ],
        components: [
          {
            type: 1,
            components: [
              { type: 2, style: 5, label: evil, url: 'javascript:window.hacked=1' },
              { type: 2, style: 1, label: evil, custom_id: `${evil}"]` },
              { type: 99 },
            ],
          },
          { type: 17, components: [{ type: 9 }] },
        ],
      });
      await page.getByTestId(`person-${evil}`).waitFor();
      const m = t.last(page);
      await m.getByText(evil).first().waitFor();
      await m.hover();
      assert.equal(
        await page
          .locator(
            '[onmouseover], [href^="javascript"], [src^="javascript"], [src^="data"], [src*="example.org"]',
          )
          .count(),
        0,
      );
      assert.equal(await page.evaluate(() => window.hacked), undefined);
      await page.getByTestId(`channel-${evil}`).click();
      await page.getByTestId('channel-workshop').click();
      await t.shot('hostile');
    },
  },
];
