// Markdown and words, without a browser: these modules do not touch the page.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';

async function load(module = 'markdown') {
  const source = await readFile(new URL(`../../page/${module}.js`, import.meta.url));
  return import(`data:text/javascript;base64,${source.toString('base64')}`);
}

// said writes inline nodes as a short text: b(…) for bold and so on.
function said(nodes) {
  return nodes
    .map((n) => {
      if (n.t === 'text') return n.text;
      return n.c
        ? `${n.t}(${said(n.c)}${n.href ? `→${n.href}` : ''})`
        : `${n.t}(${n.text ?? n.id ?? n.unix ?? n.name ?? ''})`;
    })
    .join('');
}

const LINES = [
  ['**a *b***', 'b(a i(b))'],
  ['***a***', 'b(i(a))'],
  ['snake_case_name and _so_', 'snake_case_name and i(so)'],
  ['__u__ ~~s~~ ||x||', 'u(u) s(s) spoiler(x)'],
  ['2 * 3 * 4', '2 * 3 * 4'],
  ['\\*not\\* `**code**`', '*not* code(**code**)'],
  ['*a **b** c*', 'i(a b(b) c)'],
  ['<@123> <@!4> <#5> <@&6>', 'user(123) user(4) channel(5) role(6)'],
  ['<t:1700000000:R>', 'time(1700000000)'],
  ['</game new:7>', 'command(game new)'],
  [
    '[a](https://example.org/x) [b](javascript:alert) <https://example.org/>',
    'link(a→https://example.org/x) [b](javascript:alert) link(https://example.org/→https://example.org/)',
  ],
  [
    'see https://example.org/a_b_c.',
    'see link(https://example.org/a_b_c→https://example.org/a_b_c).',
  ],
  [
    'https://discord.com/channels/@me/15 https://discord.com/channels/9/15/16.',
    'place(15) place(15).',
  ],
  [
    'https://discord.com/channels/@me/15x',
    'link(https://discord.com/channels/@me/15x→https://discord.com/channels/@me/15x)',
  ],
  ['**', '**'],
  ['<@abc> <t:x:R> <#>', '<@abc> <t:x:R> <#>'],
];

const BLOCKS = [
  ['# a\nb', 'h p'],
  ['-# small', 'sub'],
  ['> q\n> r\ns', 'quote p'],
  ['>>> a\nb', 'quote'],
  ['- a\n- b\n1. c', 'list list'],
  ['a\n```js\nx\n```\nb', 'p code p'],
  ['```x', 'p'],
  ['#a', 'p'],
];

const BOMBS = [
  '*'.repeat(4000),
  '**a'.repeat(1300),
  '_a *b '.repeat(700),
  '||'.repeat(2000),
  '['.repeat(4000),
  '[a]('.repeat(1000),
  '`'.repeat(3999),
  '> '.repeat(2000),
  `${'> '.repeat(30)}\n`.repeat(60),
  '- a\n  '.repeat(700),
  '<@'.repeat(2000),
  '\\'.repeat(4000),
  '```'.repeat(1333),
  'http://'.repeat(600),
  '~~*~~*'.repeat(666),
  '*a'.repeat(2000),
  '__a_'.repeat(1000),
];

export default [
  {
    name: 'words: everything is said in both languages',
    run: async () => {
      const { words } = await load('words');
      const shape = (w) =>
        Object.entries(w).map(([key, value]) => `${key} ${typeof value} ${value.length === 0}`);
      assert.deepEqual(shape(words('pl')), shape(words('en-US')));
      const alike = Object.keys(words('pl')).filter(
        (key) => typeof words('pl')[key] === 'string' && words('pl')[key] === words('en-US')[key],
      );
      assert.deepEqual(alike, ['bot'], 'the same in both languages');
    },
  },
  {
    name: 'markdown: marks are read as Discord reads them',
    run: async () => {
      const { parse } = await load();
      for (const [text, want] of LINES) assert.equal(said(parse(text)[0].c), want, text);
      for (const [text, want] of BLOCKS)
        assert.equal(
          parse(text)
            .map((b) => b.t)
            .join(' '),
          want,
          text,
        );
    },
  },
  {
    name: 'markdown: bombs are read in no time and do not grow',
    run: async () => {
      const { parse } = await load();
      for (const bomb of BOMBS) {
        const began = process.cpuUsage(); // others may use the processors too
        const blocks = parse(bomb);
        const { user, system } = process.cpuUsage(began);
        assert.ok(user + system < 500_000, `${bomb.slice(0, 12)} took ${user + system} µs`);
        assert.ok(JSON.stringify(blocks).length < 400000, `${bomb.slice(0, 12)} grew`);
      }
    },
  },
];
