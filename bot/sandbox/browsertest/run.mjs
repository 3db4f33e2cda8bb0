// Drives the sandbox's page in Chromium.
//
//   npm ci && node run.mjs                     every check, against the stage (stage/)
//   node run.mjs --url http://127.0.0.1:8080   the checks for any server, e.g. `konduktor try`
//   --long        also the games that take minutes
//   --shots DIR   where to write screenshots (default: none)
//   --only TEXT   only checks whose name contains TEXT
//   --update      writes the golden screenshots anew (checks/golden.mjs)
//   CHROMIUM=/path/to/chromium   another browser than /usr/bin/chromium
//
// A check is {name, staged, real, long, run(t)}: staged ones need the stage's scene, real ones the
// real bot. Every check has its own page; an error in the page's console or a request to another
// host fails it.

import { parseArgs } from 'node:util';
import { mkdir } from 'node:fs/promises';
import { Harness } from './harness.mjs';
import people from './checks/people.mjs';
import composing from './checks/composing.mjs';
import messages from './checks/messages.mjs';
import components from './checks/components.mjs';
import pictures from './checks/pictures.mjs';
import hostile from './checks/hostile.mjs';
import layout from './checks/layout.mjs';
import keyboard from './checks/keyboard.mjs';
import connection from './checks/connection.mjs';
import markdown from './checks/markdown.mjs';
import game from './checks/game.mjs';
import sizes from './checks/sizes.mjs';
import golden from './checks/golden.mjs';

const { values: options } = parseArgs({
  options: {
    url: { type: 'string' },
    shots: { type: 'string' },
    long: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    update: { type: 'boolean', default: false },
  },
});
if (options.shots) await mkdir(options.shots, { recursive: true });

const all = [
  markdown,
  people,
  composing,
  messages,
  components,
  pictures,
  hostile,
  layout,
  keyboard,
  connection,
  golden,
  sizes,
  game,
].flat();
const wanted = all.filter(
  (c) =>
    c.name.includes(options.only) &&
    !(options.url && c.staged) &&
    !(c.real && !options.url) &&
    !(c.long && !options.long),
);
const harness = await Harness.open(options);
let failed = 0;
try {
  for (const check of wanted) {
    const began = Date.now();
    const error = await harness.run(check);
    if (error) failed += 1;
    process.stdout.write(
      `${error ? 'FAIL' : 'ok  '} ${check.name} (${Date.now() - began} ms)\n${error ? `     ${String(error.stack ?? error).replaceAll('\n', '\n     ')}\n` : ''}`,
    );
  }
} finally {
  await harness.close();
}
process.stdout.write(`${wanted.length - failed} of ${wanted.length} checks passed\n`);
process.exitCode = failed > 0 || wanted.length === 0 ? 1 : 0;
