// The page with a keyboard or a screen reader.

import assert from 'node:assert/strict';

const focused = (page) =>
  page.evaluate(() => document.activeElement.dataset.testid ?? document.activeElement.tagName);

// tabTo presses Tab (or Shift+Tab) until the hook has the focus; every stop on the way must show a
// focus ring.
async function tabTo(page, hook, key = 'Tab', most = 80) {
  for (let i = 0; i < most; i += 1) {
    await page.keyboard.press(key);
    const seen = await page.evaluate(() => {
      const e = document.activeElement;
      if (e === document.body) return true;
      const ring = (x) =>
        getComputedStyle(x).outlineStyle !== 'none' || getComputedStyle(x).boxShadow !== 'none';
      return ring(e) || (e.parentElement !== null && ring(e.parentElement));
    });
    assert.ok(seen, `${await focused(page)} does not show its focus`);
    if ((await focused(page)) === hook) return;
  }
  assert.fail(`${hook} is not reached by ${key}`);
}

export default [
  {
    name: 'keyboard: everything at the top and in the list is reached by Tab',
    run: async (t) => {
      const page = await t.open();
      const person = await page
        .locator('[data-testid^="person-"]')
        .nth(1)
        .getAttribute('data-testid');
      const place = await page
        .locator('[data-testid^="channel-"]')
        .last()
        .getAttribute('data-testid');
      await tabTo(page, person);
      await page.keyboard.press('Enter');
      assert.equal(await page.getByTestId(person).getAttribute('aria-current'), 'true');
      assert.equal(await focused(page), person, 'the focus stays');
      await tabTo(page, 'settings');
      await page.keyboard.press('Enter');
      assert.equal(await focused(page), 'dms-open');
      await page.keyboard.press('Escape');
      assert.equal(await focused(page), 'settings');
      await tabTo(page, place);
      await page.keyboard.press('Enter');
      assert.equal(await focused(page), 'composer', 'choosing a place goes on to the box');
    },
  },
  {
    name: 'keyboard: from the box back to a button, a menu and a picture',
    staged: true,
    run: async (t) => {
      const page = await t.open();
      await page.keyboard.press('Alt+2');
      await page.keyboard.press('Alt+ArrowDown');
      await page.keyboard.press('Alt+ArrowDown');
      await page.keyboard.press('Alt+ArrowDown');
      assert.equal(await page.getByTestId('channel-workshop').getAttribute('aria-current'), 'page');
      await tabTo(page, 'component-turn/claim', 'Shift+Tab');
      await page.keyboard.press('Enter');
      await page.getByText('Ben pressed turn/claim').waitFor();
      await tabTo(page, 'component-s/many', 'Shift+Tab');
      await page.keyboard.press('ArrowDown');
      assert.equal(await focused(page), 'select-list');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Space');
      await page.keyboard.press('Control+Enter');
      await page.getByText('Ben chose t1, t2').waitFor();
      await tabTo(page, 'image', 'Shift+Tab');
      await page.keyboard.press('Enter');
      await page.getByTestId('lightbox').waitFor();
      await page.keyboard.press('Escape');
      await page.keyboard.type('back to the box');
    },
  },
  {
    name: 'keyboard: roles and names tell what things are',
    run: async (t) => {
      const page = await t.open();
      assert.equal(await page.getByTestId('messages').getAttribute('role'), 'log');
      assert.equal(await page.getByTestId('composer').getAttribute('role'), 'combobox');
      await page.getByTestId('composer').fill('/');
      assert.equal(await page.getByTestId('completion-list').getAttribute('role'), 'listbox');
      assert.equal(await page.getByTestId('composer').getAttribute('aria-expanded'), 'true');
      const nameless = await page.evaluate(() =>
        [...document.querySelectorAll('button, a, input, textarea, select')]
          .filter(
            (e) =>
              e.checkVisibility() &&
              !(e.getAttribute('aria-label') || e.textContent.trim() || e.labels?.length),
          )
          .map((e) => e.outerHTML),
      );
      assert.deepEqual(nameless, []);
      const unworded = await page.evaluate(() =>
        [...document.images].filter((i) => !i.hasAttribute('alt')).map((i) => i.src),
      );
      assert.deepEqual(unworded, []);
    },
  },
];
