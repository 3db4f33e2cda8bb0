// A turn as Discord's desktop client and its Android client show it, compared with golden
// screenshots; the phone's stands in the README. A lesson is the same every time: hand, tickets,
// picture and buttons come from the real bot. `node run.mjs --url URL --only golden --update` writes
// the screenshots anew; look at them afterwards.

import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '../../../..');
const PUPIL = `Golda${Date.now() % 100000}`; // has not begun to learn

// Windows, and the largest picture there (page/client.css). High ones show a message whole.
const CLIENTS = [
  {
    name: 'desktop',
    width: 1280,
    height: 1400,
    frame: [550, 350],
    golden: 'bot/sandbox/browsertest/golden/turn-desktop.jpg',
  },
  { name: 'phone', width: 390, height: 1800, frame: [300, 320], golden: 'docs/img/turn.jpg' },
];

// ABOVE is how many pixels above the picture are compared: hand and tickets, not the lesson.
const ABOVE = 150;

// Screenshots are compared as averages of CELL × CELL pixels, 0 to 255 a channel: typefaces may be
// smoothed in another way, but nothing may be missing, elsewhere, or of another size.
const CELL = 16;
const FAR = 20; // a cell that differs by more has other content
const MOST_FAR = 0.01; // share of such cells
const MOST_MEAN = 2; // of all cells

const STILL = `*, *::before, *::after { animation: none !important; transition: none !important; }
  time, [data-testid=used] { visibility: hidden; }`;

// shown is the picture of the newest message, loaded, with its size on the page and in the file.
async function shown(t, page) {
  await t.eventually(page, 'all pictures are loaded', () =>
    [...document.images].every((i) => i.complete && i.naturalWidth > 0),
  );
  const picture = t.last(page).getByTestId('image').locator('img');
  return picture.evaluate((e) => {
    const { width, height } = e.getBoundingClientRect();
    return { width, height, natural: [e.naturalWidth, e.naturalHeight] };
  });
}

// turn is a screenshot of the newest message from ABOVE its picture on.
async function turn(t, page) {
  await t.last(page).scrollIntoViewIfNeeded(); // the window has just got another size
  const whole = await t.last(page).boundingBox();
  const picture = await t.last(page).getByTestId('image').boundingBox();
  const y = Math.round(picture.y - ABOVE);
  const height = Math.round(whole.y + whole.height) - y;
  return page.screenshot({
    clip: { x: whole.x, y, width: whole.width, height },
    type: 'jpeg',
    quality: 88,
    animations: 'disabled',
    caret: 'hide',
  });
}

// compare returns the share of cells that are far off and the mean difference of all.
const compare = (page, files) =>
  page.evaluate(
    async ([got, want, cell]) => {
      const cells = async (file) => {
        const picture = await createImageBitmap(await (await fetch(file)).blob());
        const w = Math.round(picture.width / cell);
        const h = Math.round(picture.height / cell);
        const canvas = new OffscreenCanvas(w, h);
        const context = canvas.getContext('2d');
        context.imageSmoothingQuality = 'high';
        context.drawImage(picture, 0, 0, w, h);
        const { data } = context.getImageData(0, 0, w, h);
        return { width: picture.width, height: picture.height, data };
      };
      const [a, b] = [await cells(got), await cells(want)];
      if (a.width !== b.width || Math.abs(a.height - b.height) >= cell)
        return { sizes: [a.width, a.height, b.width, b.height] };
      const n = Math.min(a.data.length, b.data.length) / 4;
      const off = Array.from({ length: n }, (_, i) =>
        Math.max(...[0, 1, 2].map((c) => Math.abs(a.data[4 * i + c] - b.data[4 * i + c]))),
      );
      return { off };
    },
    [...files.map((f) => `data:image/jpeg;base64,${f.toString('base64')}`), CELL],
  );

export default [
  {
    name: 'golden: a turn looks on a desktop and on a phone as it did',
    real: true,
    run: async (t) => {
      const page = await t.open({
        ...CLIENTS[0],
        reducedMotion: 'reduce',
        colorScheme: 'light',
        bypassCSP: true, // for STILL
      });
      await page.evaluate(
        (name) =>
          fetch('/page/people', {
            method: 'POST',
            headers: { 'Content-Type': 'application/json' },
            body: JSON.stringify({ name }),
          }),
        PUPIL,
      );
      await t.as(page, PUPIL, 'station');
      await page.getByTestId('composer').fill('/learn');
      const lesson = page.getByTestId('component-school/amsterdam/0');
      for (let tries = 0; tries < 3 && (await lesson.count()) === 0; tries += 1) {
        await page.keyboard.press('Enter'); // the first ones complete the command
        await lesson.waitFor({ timeout: 3000 }).catch(() => {});
      }
      await lesson.last().click();
      await page.getByTestId('component-learn/amsterdam/0/keep:3').last().click();
      await page.getByTestId('component-learn/amsterdam/1/draw:4').waitFor();
      await page.addStyleTag({ content: STILL });
      const sheet = await page.context().newPage();
      for (const client of CLIENTS) {
        await page.setViewportSize(client);
        const { width, height, natural } = await shown(t, page);
        const scale = Math.min(client.frame[0] / natural[0], client.frame[1] / natural[1]);
        assert.deepEqual(
          [Math.round(width), Math.round(height)],
          natural.map((n) => Math.round(n * scale)),
          `${client.name}: the picture fills the frame`,
        );
        await page.mouse.move(0, 0);
        await page.evaluate(() => document.activeElement.blur());
        const got = await turn(t, page);
        const file = join(ROOT, client.golden);
        if (t.harness.options.update) {
          await writeFile(file, got);
          continue;
        }
        const { sizes, off } = await compare(sheet, [got, await readFile(file)]);
        const far = off?.filter((d) => d > FAR).length / off?.length;
        const mean = off?.reduce((sum, d) => sum + d, 0) / off?.length;
        if (sizes || far > MOST_FAR || mean > MOST_MEAN) {
          const { shots } = t.harness.options;
          if (shots) await writeFile(join(shots, `turn-${client.name}.got.jpg`), got);
          const problem = sizes
            ? `got ${sizes.slice(0, 2)} pixels, want ${sizes.slice(2)}`
            : `${(100 * far).toFixed(1)} % differ, ${mean.toFixed(1)} in the mean`;
          assert.fail(`${client.name}: ${problem}`);
        }
      }
      await sheet.close();
    },
  },
];
