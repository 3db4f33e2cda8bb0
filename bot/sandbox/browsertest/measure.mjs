// Prints how large the messages of whole games are, as tables; docs/performance.md has the last one.
//
//   bash .ci/browser measure                       builds the bot and measures
//   node measure.mjs --url http://127.0.0.1:8080   measures `konduktor try --seed measure`
//   --turns N        of each title in each language (30)
//   --titles A,B     only these
//   --locales A,B    only these (en-GB,pl)
//   --minutes N      after which no further turn is begun (40)
//
// Two runs with the same seed, each on a new server, play the same turns.

import { parseArgs } from 'node:util';
import { Harness, Check } from './harness.mjs';
import { settle } from './player.mjs';
import { CLIENTS, faults, isTurn, limit, playTurns, seen, SHARE, TITLES } from './sizes.mjs';

const { values: options } = parseArgs({
  options: {
    url: { type: 'string' },
    turns: { type: 'string', default: '30' },
    titles: { type: 'string', default: Object.keys(TITLES).join() },
    locales: { type: 'string', default: 'en-GB,pl' },
    minutes: { type: 'string', default: '40' },
  },
});
const end = Date.now() + Number(options.minutes) * 60000;
const over = () => Date.now() > end;

// at is the value below which a share of a list lies.
const at = (list, share) =>
  list.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(share * list.length) - 1)];
const spread = (list) => `${at(list, 0.5)} / ${at(list, 0.95)} / ${at(list, 1)}`;
const line = (cells) => process.stdout.write(`| ${cells.join(' | ')} |\n`);

// print prints the lines of one title in one language.
function print(locale, title, notes) {
  const kinds = [...new Set(notes.map((n) => n.kind))];
  const taps = notes.filter((n) => n.kind === 'taps').map((n) => n.taps);
  for (const client of Object.keys(CLIENTS))
    for (const kind of kinds) {
      const list = notes.filter((n) => n.kind === kind && n.client === client);
      if (list.length === 0) continue;
      const of = (what) => spread(list.map((n) => n[what]));
      const most = limit(list[0]);
      const higher = list.filter((n) => n.height > most).length;
      const shown = list.filter((n) => seen(n)).length;
      line([
        title,
        locale,
        client,
        kind,
        list.length,
        of('height'),
        most === Infinity ? '–' : `${most}: ${higher} over`,
        `${Math.round((100 * shown) / list.length)} %`,
        of('words'),
        of('units'),
        of('rows'),
        kind === 'turn' ? spread(taps) : '–',
      ]);
    }
}

// summary prints a line for each title and client, in all languages: the table of
// docs/performance.md.
function summary(notes) {
  const head = 'title,client,turns,height px,limit,seen,question px,words,units,taps';
  line(head.split(','));
  line(Array(10).fill('---'));
  for (const title of Object.keys(TITLES))
    for (const client of Object.keys(CLIENTS)) {
      const mine = notes.filter((n) => n.title === title);
      const turns = mine.filter((n) => n.client === client && isTurn(n));
      const questions = mine.filter((n) => n.client === client && n.kind === 'question');
      if (turns.length === 0) continue;
      line([
        title,
        client,
        turns.length,
        spread(turns.map((n) => n.height)),
        limit(turns[0]),
        `${Math.round((100 * turns.filter(seen).length) / turns.length)} %`,
        questions.length > 0 ? spread(questions.map((n) => n.height)) : '–',
        spread(turns.map((n) => n.words)),
        spread(turns.map((n) => n.units)),
        spread(mine.filter((n) => n.kind === 'taps').map((n) => n.taps)),
      ]);
    }
}

const everything = [];
const verdicts = [];
const harness = await Harness.open(options);
try {
  process.stdout.write(
    'Median / 95 % / most. "Seen": hand, lower half of the picture, and rows are on one screen ' +
      `(wanted: ${100 * SHARE} % of turns).\n\n`,
  );
  const head = 'title,language,client,message,number,height px,limit,seen,words,units,rows px,taps';
  line(head.split(','));
  line(head.split(',').map(() => '---'));
  for (const locale of options.locales.split(','))
    for (const title of options.titles.split(',')) {
      const name = `${title} ${locale}`;
      const notes = [];
      const t = new Check(harness, null, options.url);
      try {
        const pages = {};
        for (const [client, look] of Object.entries(CLIENTS)) {
          const page = await t.open({ ...look, reducedMotion: 'reduce' });
          await settle(page, name, locale);
          await page.getByTestId(`person-${name}`).click();
          pages[client] = page;
        }
        await playTurns(pages, title, Number(options.turns), (n) => notes.push(n), over);
      } catch (error) {
        process.stderr.write(`${name}: ${error.stack}\n`);
        process.exitCode = 1;
      } finally {
        await t.close();
      }
      print(locale, title, notes);
      everything.push(...notes);
      for (const client of Object.keys(CLIENTS)) {
        const missed = faults(notes.filter((n) => n.client === client));
        if (missed.length > 0)
          verdicts.push(`- ${title}, ${locale}, ${client}: ${missed.join('; ')}\n`);
      }
      if (over()) process.stderr.write('The time is up.\n');
    }
  process.stdout.write('\n');
  summary(everything);
  process.stdout.write(`\nLimits missed:\n${verdicts.join('') || 'none\n'}`);
} finally {
  await harness.close();
}
