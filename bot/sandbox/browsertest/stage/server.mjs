// Serves the page and the stage behind it on a free port of loopback.

import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { accept } from './websocket.mjs';
import { act, build } from './scene.mjs';

const PAGE = fileURLToPath(new URL('../../page/', import.meta.url));
const KINDS = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};

// open starts the stage and returns {url, world, cut(), close()}; cut() breaks every live view,
// like a restart.
export async function open(port = 0) {
  const world = build();
  const server = createServer((request, response) => {
    serve(world, request, response).catch((e) =>
      reply(response, e.status ?? 500, { error: e.error ?? String(e) }),
    );
  });
  server.on('upgrade', (request, socket) => {
    const as = new URL(request.url, 'http://stage').searchParams.get('as');
    if (!world.people.some((p) => p.id === as)) {
      socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\n\r\n');
      return;
    }
    const wire = accept(request, socket, () => world.lines.delete(line));
    const line = { as, send: (frame) => wire.send(JSON.stringify(frame)), close: wire.close };
    world.lines.add(line);
    line.send(world.snapshot(as));
  });
  await new Promise((resolve) => {
    server.listen(port, '127.0.0.1', resolve);
  });
  const cut = () => {
    for (const line of world.lines) line.close();
  };
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    world,
    cut,
    close: () =>
      new Promise((resolve) => {
        cut();
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
}

async function serve(world, request, response) {
  const { pathname } = new URL(request.url, 'http://stage');
  const acting = /^\/page\/as\/(\d+)\/(\w+)$/.exec(pathname);
  if (request.method === 'POST' && acting)
    reply(response, 200, act(world, acting[1], acting[2], await body(request)));
  else if (pathname === '/page/people' && request.method === 'POST')
    reply(response, 200, newcomer(world, await body(request)));
  else if (pathname === '/page/people') reply(response, 200, world.people);
  else if (pathname === '/stage/board.svg' || pathname.startsWith('/emojis/')) send(response, 'image/svg+xml', BOARD);
  else if (pathname === '/stage/game.txt') send(response, 'text/plain', 'a record\n');
  else await file(pathname, response);
}

function newcomer(world, { name, locale }) {
  if (!name) throw { status: 400, error: 'A person needs a name.' };
  if (world.people.some((p) => p.global_name === name))
    throw { status: 409, error: `${name} is here already.` };
  return world.addPerson(name, locale);
}

async function file(pathname, response) {
  const path = normalize(pathname === '/' ? '/index.html' : pathname);
  try {
    send(
      response,
      KINDS[extname(path)] ?? 'application/octet-stream',
      await readFile(join(PAGE, path)),
    );
  } catch {
    reply(response, 404, { error: 'There is no such file.' });
  }
}

async function body(request) {
  const parts = [];
  for await (const part of request) parts.push(part);
  return JSON.parse(Buffer.concat(parts).toString() || '{}');
}

function send(response, kind, content) {
  response.writeHead(200, { 'Content-Type': kind, 'Cache-Control': 'no-store' });
  response.end(content);
}

function reply(response, status, content) {
  response.writeHead(status, { 'Content-Type': 'application/json' });
  response.end(JSON.stringify(content));
}

const BOARD = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1500 1000" width="1500" height="1000"><rect width="1500" height="1000" fill="#e9e0cb"/>
<g fill="none" stroke="#86a9b8" stroke-width="46">${[180, 300, 420].map((r) => `<path d="M${750 - r} 1000A${r} ${r} 0 0 1 ${750 + r} 1000M${750 - r * 1.6} 0A${r * 1.6} ${r} 0 0 0 ${750 + r * 1.6} 0"/>`).join('')}</g>
<path d="M300 500 750 520 1180 300M750 520 700 850M300 500 420 220" fill="none" stroke="#b3261e" stroke-width="16" stroke-dasharray="70 14"/>
${[
  [300, 500],
  [750, 520],
  [1180, 300],
  [700, 850],
  [420, 220],
]
  .map(
    ([x, y], i) =>
      `<circle cx="${x}" cy="${y}" r="24" fill="#fff" stroke="#222" stroke-width="8"/><text x="${x + 34}" y="${y + 12}" font-family="sans-serif" font-size="40">Station ${i + 1}</text>`,
  )
  .join('')}</svg>`;

// By hand: node stage/server.mjs 8099
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { url } = await open(Number(process.argv[2] ?? 0));
  process.stdout.write(`${url}\n`);
}
