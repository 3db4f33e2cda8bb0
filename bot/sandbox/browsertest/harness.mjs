// The browser, with a new page for every check, and a new stand-in server (stage/) unless there is
// a real one.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { open as openStage } from './stage/server.mjs';

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
const PATIENCE = 60000; // ms for one step, on a busy machine

export class Harness {
  static async open(options) {
    const harness = new Harness();
    harness.options = options;
    harness.browser = await chromium.launch({
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      headless: true,
      args: FLAGS,
    });
    return harness;
  }

  // run runs one check and returns its error, or null.
  async run(check) {
    const stage = this.options.url ? null : await openStage();
    const t = new Check(this, stage, this.options.url ?? stage.url);
    try {
      await check.run(t);
      await t.verdict();
      return null;
    } catch (error) {
      await t.shot(`failed-${check.name.replace(/\W+/g, '-').slice(0, 60)}`);
      return error;
    } finally {
      await t.close();
      await t.stage?.close();
    }
  }

  close() {
    return this.browser.close();
  }
}

// Check is the toolbox of a check: pages, the stage (null on a real server), and waiting.
export class Check {
  constructor(harness, stage, base) {
    Object.assign(this, {
      harness,
      stage,
      base,
      world: stage?.world,
      contexts: [],
      complaints: [],
    });
  }

  // open returns a loaded page. look: {width, height, colorScheme, reducedMotion, hasTouch, hash}.
  async open(look = {}) {
    const { width = 1200, height = 800, hash = '', ...rest } = look;
    const context = await this.harness.browser.newContext({
      viewport: { width, height },
      locale: 'en-GB',
      ...rest,
    });
    this.contexts.push(context);
    const page = await context.newPage();
    this.page = page;
    page.setDefaultTimeout(PATIENCE);
    page.on('pageerror', (e) => this.complaints.push(`error in the page: ${e.stack ?? e}`));
    page.on('console', (m) => {
      if (m.type() === 'error' && !/Failed to load resource|WebSocket connection/.test(m.text()))
        this.complaints.push(`console: ${m.text()}`);
    });
    page.on('request', (r) => {
      if (!r.url().startsWith(this.base) && !/^(data|blob):/.test(r.url()))
        this.complaints.push(`request to another host: ${r.url()}`);
    });
    await page.goto(`${this.base}/${hash}`);
    await page.getByTestId('composer').waitFor({ state: 'attached' });
    return page;
  }

  // as switches the page to a person and a place.
  async as(page, person, place) {
    await page.getByTestId(`person-${person}`).click();
    if (place) await page.getByTestId(`channel-${place}`).click();
  }

  // eventually waits until fn, run in the page with arg, is true.
  async eventually(page, what, fn, arg) {
    await page.waitForFunction(fn, arg).catch(() => assert.fail(`did not happen: ${what}`));
  }

  // restart ends the stage and opens another one, with other ids, at the same address.
  async restart() {
    await this.stage.close();
    this.stage = await openStage(Number(new URL(this.base).port));
    this.world = this.stage.world;
  }

  // last returns the newest message of the log.
  last(page) {
    return page.getByTestId('message').last();
  }

  async shot(name) {
    if (this.harness.options.shots && this.page && !this.page.isClosed())
      await this.page.screenshot({ path: join(this.harness.options.shots, `${name}.png`) });
  }

  async verdict() {
    // A missing value shown as text.
    const slips = await this.page?.evaluate(() => {
      const slip = /\b(null|undefined|NaN)\b|\[object/;
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const found = [];
      while (walker.nextNode())
        if (slip.test(walker.currentNode.data)) found.push(walker.currentNode.data);
      for (const e of document.querySelectorAll('[aria-label], [title]'))
        if (slip.test(e.ariaLabel ?? '') || slip.test(e.title ?? ''))
          found.push(e.outerHTML.slice(0, 200));
      return found;
    });
    assert.deepEqual(slips ?? [], [], 'missing values are shown');
    assert.deepEqual(this.complaints, [], 'the page complained');
  }

  async close() {
    for (const context of this.contexts) await context.close();
  }
}
