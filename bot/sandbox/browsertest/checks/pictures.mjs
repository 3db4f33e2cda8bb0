// Pictures: their size as each of Discord's clients shows them, their description, the large view.

import assert from 'node:assert/strict';

// sizeOf returns width and height of the first picture on the page, rounded.
const sizeOf = async (page) => {
  const { width, height } = await page.getByTestId('image').first().locator('img').boundingBox();
  return [Math.round(width), Math.round(height)];
};

const scale = (page) => page.getByTestId('large-image').evaluate((e) => Number(e.dataset.scale));

export default [
  {
    name: 'pictures: scaled as on a desktop, described, opened large, zoomed, closed by Esc',
    staged: true,
    run: async (t) => {
      const page = await t.open();
      await t.as(page, 'Ben', 'Amsterdam 7: Ola, Ben');
      const image = page.getByTestId('image');
      assert.deepEqual(await sizeOf(page), [525, 350], 'a picture of 3 to 2 is as high as the frame');
      await page.getByTestId('client').click();
      assert.deepEqual(await sizeOf(page), [300, 200], 'as on a phone it is as wide as the frame');
      await page.reload();
      assert.deepEqual(await sizeOf(page), [300, 200], 'the choice is kept');
      await page.getByTestId('client').click();
      assert.deepEqual(await sizeOf(page), [525, 350]);
      assert.match(await image.locator('img').getAttribute('alt'), /Map of the town/);
      await page.getByTestId('alt').click();
      assert.match(await page.getByTestId('alt-text').textContent(), /Map of the town/);
      await image.focus();
      await page.keyboard.press('Enter');
      await page.getByTestId('lightbox').waitFor();
      await page.keyboard.press('+');
      await page.keyboard.press('+');
      assert.ok((await scale(page)) > 1.5);
      await page.mouse.move(600, 400);
      await page.mouse.wheel(0, -200);
      assert.ok((await scale(page)) > 1.9);
      const before = await page.getByTestId('large-image').evaluate((e) => e.style.transform);
      await page.mouse.down();
      await page.mouse.move(500, 350, { steps: 4 });
      await page.mouse.up();
      assert.notEqual(
        await page.getByTestId('large-image').evaluate((e) => e.style.transform),
        before,
        'dragging moves it',
      );
      await t.shot('lightbox');
      await page.keyboard.press('0');
      assert.equal(await scale(page), 1);
      await page.keyboard.press('Escape');
      await page.getByTestId('lightbox').waitFor({ state: 'detached' });
      assert.equal(
        await page.evaluate(() => document.activeElement.dataset.testid),
        'image',
        'the focus returns',
      );
    },
  },
  {
    name: 'pictures: two fingers zoom on a phone',
    staged: true,
    run: async (t) => {
      const page = await t.open({ width: 375, height: 700, hasTouch: true, isMobile: true });
      await page.getByTestId('open-channels').click();
      await page.getByTestId('channel-Amsterdam 7: Ola, Ben').click();
      assert.deepEqual(await sizeOf(page), [285, 190], 'the picture of a phone is as wide as its messages');
      await t.eventually(page, 'the conversation opens at its end', () => {
        const log = document.querySelector('[data-testid=messages]');
        return log.scrollHeight - log.scrollTop - log.clientHeight < 2;
      });
      await page.getByTestId('image').tap();
      const touch = await page.context().newCDPSession(page);
      const fingers = (d) => [
        { x: 187 - d, y: 300, id: 0 },
        { x: 187 + d, y: 300, id: 1 },
      ];
      await touch.send('Input.dispatchTouchEvent', {
        type: 'touchStart',
        touchPoints: fingers(40),
      });
      for (const d of [60, 80, 120])
        await touch.send('Input.dispatchTouchEvent', {
          type: 'touchMove',
          touchPoints: fingers(d),
        });
      await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
      assert.ok((await scale(page)) > 2, `scale ${await scale(page)}`);
      await t.shot('pinched');
    },
  },
];
