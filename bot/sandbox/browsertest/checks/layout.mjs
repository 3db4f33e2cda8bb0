// Widths, colours, motion.

import assert from 'node:assert/strict';

// contrasts measures every text on the page against its background and returns those under 4.5 to
// 1.
function contrasts() {
  const canvas = document.createElement('canvas');
  canvas.width = 1;
  canvas.height = 1;
  const pen = canvas.getContext('2d', { willReadFrequently: true });
  const rgba = (css) => {
    pen.clearRect(0, 0, 1, 1);
    pen.fillStyle = css;
    pen.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = pen.getImageData(0, 0, 1, 1).data;
    return [r, g, b, a / 255];
  };
  const over = (top, below) =>
    top
      .slice(0, 3)
      .map((v, i) => v * top[3] + below[i] * (1 - top[3]))
      .concat(1);
  const light = ([r, g, b]) =>
    [r, g, b]
      .map((v) => v / 255)
      .map((v) => (v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4))
      .reduce((s, v, i) => s + v * [0.2126, 0.7152, 0.0722][i], 0);
  const ground = (el) => {
    const layers = [];
    for (let e = el; e; e = e.parentElement) layers.push(rgba(getComputedStyle(e).backgroundColor));
    return layers.reverse().reduce((below, top) => over(top, below), [255, 255, 255, 1]);
  };
  const faint = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const el = walker.currentNode.parentElement;
    if (
      !walker.currentNode.data.trim() ||
      !el.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }) ||
      el.closest(':disabled, .sr, noscript, script')
    )
      continue;
    const back = ground(el);
    const front = over(rgba(getComputedStyle(el).color), back);
    const [a, b] = [light(front), light(back)].sort((x, y) => y - x);
    const ratio = (a + 0.05) / (b + 0.05);
    if (ratio < 4.5)
      faint.push(
        `${ratio.toFixed(2)} "${walker.currentNode.data.trim().slice(0, 30)}" .${el.className}`,
      );
  }
  return [...new Set(faint)];
}

const narrow = { width: 375, height: 700, hasTouch: true, isMobile: true };

export default [
  ...['dark', 'light'].map((colorScheme) => ({
    name: `layout: every text stands out from its ground (${colorScheme})`,
    run: async (t) => {
      const page = await t.open({ colorScheme, reducedMotion: 'reduce' });
      const places = await page
        .locator('[data-testid^="channel-"]')
        .evaluateAll((all) => all.map((e) => e.dataset.testid));
      for (const [i, place] of places.entries()) {
        await page.getByTestId(place).click();
        await page.mouse.move(0, 0);
        await t.shot(`${colorScheme}-place-${i + 1}`);
        assert.deepEqual(await page.evaluate(contrasts), [], place);
      }
      await page.getByTestId('composer').fill('/');
      assert.deepEqual(await page.evaluate(contrasts), [], 'completions');
      await page.getByTestId('help').click();
      assert.match(await page.getByTestId('help-popover').textContent(), /\/game new/);
      assert.deepEqual(await page.evaluate(contrasts), [], 'help');
      await t.shot(`${colorScheme}-help`);
      assert.equal(
        await page.evaluate(() => document.getAnimations().length),
        0,
        'nothing moves when no motion is wanted',
      );
    },
  })),
  {
    name: 'layout: on a phone nothing sticks out, the list slides in, targets are big enough',
    run: async (t) => {
      const page = await t.open(narrow);
      const inside = () =>
        page.evaluate(
          () =>
            document.scrollingElement.scrollWidth <= innerWidth &&
            [...document.querySelectorAll('.timeline')].every(
              (list) => list.scrollWidth <= list.clientWidth, // of messages, or a forum's posts
            ),
        );
      const places = await page
        .locator('[data-testid^="channel-"]')
        .evaluateAll((all) => all.map((e) => e.dataset.testid));
      for (const [i, place] of places.entries()) {
        await page.getByTestId('open-channels').click();
        await page.getByTestId(place).click();
        await t.eventually(
          page,
          'the list goes away',
          () => !document.body.classList.contains('list-open'),
        );
        await page.evaluate(() =>
          Promise.all(
            document
              .getElementById('channels')
              .getAnimations()
              .map((a) => a.finished),
          ),
        );
        await t.shot(`phone-place-${i + 1}`);
        assert.ok(await inside(), `${place} is wider than the phone`);
      }
      const low = await page
        .locator('[data-testid^="component-"]:visible')
        .evaluateAll((all) => all.filter((e) => e.getBoundingClientRect().height < 40).length);
      assert.equal(low, 0, 'buttons of 40 pixels at least');
      await page.getByTestId('composer').fill('/g');
      assert.ok(await page.getByTestId('completion').isVisible());
      const box = await page.getByTestId('completion').boundingBox();
      assert.ok(box.x >= 0 && box.x + box.width <= 375 && box.y >= 0);
      await t.shot('phone-completion');
    },
  },
  {
    name: 'layout: menus and windows stay inside a phone',
    staged: true,
    run: async (t) => {
      const page = await t.open(narrow);
      await page.getByTestId('open-channels').click();
      await page.getByTestId('channel-workshop').click();
      for (const id of ['component-s/one', 'component-s/many']) {
        await page.getByTestId(id).tap();
        const box = await page.getByTestId('select-menu').boundingBox();
        assert.ok(
          box.x >= 0 && box.x + box.width <= 375 && box.y >= 0 && box.y + box.height <= 700,
          `${id}: ${JSON.stringify(box)}`,
        );
        await t.shot(`phone-menu-${id.slice(-3)}`);
        await page.keyboard.press('Escape');
      }
      await page.getByTestId('add-person').tap();
      await page.getByTestId('add-dialog').waitFor();
      const box = await page.getByTestId('add-dialog').boundingBox();
      assert.ok(box.x >= 0 && box.x + box.width <= 375);
      await t.shot('phone-dialog');
      await page.keyboard.press('Escape');
      await page.getByTestId('add-dialog').waitFor({ state: 'detached' });
    },
  },
];
