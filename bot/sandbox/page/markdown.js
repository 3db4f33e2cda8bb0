// Parses Discord's subset of markdown into plain objects, which prose.js draws. Three limits bound
// hostile text: nesting, the work of searching closing marks, and length; beyond them characters
// stay literal.

const DEEPEST = 8;
const WORK = 60000; // signs looked at in search of closing marks, for one text
const LONGEST = 20000; // the longest description Discord allows is 4,096; twice that and some air

const LINK = /\[([^\]\n]{1,400})\]\(<?(https?:\/\/[^\s<>)]{1,1000})>?(?: "[^"\n]{0,200}")?\)/y;
const BARE = /https?:\/\/[^\s<>|*]{2,1000}/y;
const ANGLE =
  /<(?:(@[!&]?|#)(\d{1,20})|t:(-?\d{1,13})(?::([tTdDfFRsS]))?|a?:(\w{1,32}):(\d{1,20})|\/([-_\p{L}\p{N} ]{1,100}):(\d{1,20})|(https?:\/\/[^\s<>]{2,1000}))>/uy;
const EVERYONE = /@(everyone|here)\b/y;
const PLACE =
  /^https?:\/\/(?:www\.)?discord\.com\/channels\/(?:@me|\d{1,20})\/(\d{1,20})(?:\/(\d{1,20}))?\/?$/;
const PUNCTUATION = /[!-/:-@[-`{-~]/;
const LIST = /^( *)([-*]|\d{1,9}\.) +(\S.*)$/;
const HEADING = /^(#{1,3}) +(\S.*)$/;

// parse splits a text into blocks: p, h (level), sub, quote, list, code.
export function parse(text) {
  const source = String(text ?? '')
    .replace(/\r\n?/g, '\n')
    .slice(0, LONGEST);
  return blocks(source, 0, { left: WORK });
}

function blocks(source, depth, work) {
  const out = [];
  let from = 0;
  for (;;) {
    const open = source.indexOf('```', from);
    const close = open < 0 ? -1 : source.indexOf('```', open + 3);
    if (close < 0) break;
    const inside = source.slice(open + 3, close);
    if (inside.trim() === '') {
      lines(source.slice(from, close + 3), depth, work, out);
    } else {
      lines(source.slice(from, open).replace(/\n$/, ''), depth, work, out);
      const named = /^([\w+-]{1,20})\n/.exec(inside);
      out.push({
        t: 'code',
        lang: named?.[1] ?? '',
        text: inside.slice(named?.[0].length ?? 0).replace(/^\n|\n$/g, ''),
      });
    }
    from = close + 3;
    if (source[from] === '\n') from += 1;
  }
  lines(source.slice(from), depth, work, out);
  return out;
}

function lines(source, depth, work, out) {
  if (source === '') return;
  const all = source.split('\n');
  let paragraph = [];
  const flush = () => {
    if (paragraph.length > 0) out.push({ t: 'p', c: inline(paragraph.join('\n'), depth, work) });
    paragraph = [];
  };
  for (let i = 0; i < all.length; i += 1) {
    const line = all[i];
    const heading = HEADING.exec(line);
    if (heading) {
      flush();
      out.push({ t: 'h', n: heading[1].length, c: inline(heading[2], depth, work) });
    } else if (line.startsWith('-# ')) {
      flush();
      out.push({ t: 'sub', c: inline(line.slice(3), depth, work) });
    } else if (line.startsWith('>>> ') && depth < DEEPEST) {
      flush();
      out.push({
        t: 'quote',
        c: blocks([line.slice(4), ...all.slice(i + 1)].join('\n'), depth + 1, work),
      });
      return;
    } else if (/^> |^>$/.test(line) && depth < DEEPEST) {
      flush();
      const quoted = take(all, i, (l) => /^> |^>$/.test(l));
      out.push({
        t: 'quote',
        c: blocks(quoted.map((l) => l.slice(2)).join('\n'), depth + 1, work),
      });
      i += quoted.length - 1;
    } else if (LIST.test(line)) {
      flush();
      const listed = take(all, i, (l) => LIST.test(l) || /^ {2,}\S/.test(l));
      out.push(...lists(listed, depth, work));
      i += listed.length - 1;
    } else {
      paragraph.push(line);
    }
  }
  flush();
}

function take(all, from, fits) {
  let to = from;
  while (to < all.length && fits(all[to])) to += 1;
  return all.slice(from, to);
}

// lists turns lines with list items into lists, nested by indentation.
function lists(listed, depth, work) {
  const roots = [];
  const stack = []; // {indent, list}
  for (const line of listed) {
    const m = LIST.exec(line);
    if (!m) {
      stack
        .at(-1)
        ?.list.items.at(-1)
        .c.push({ t: 'br' }, ...inline(line.trim(), depth, work));
      continue;
    }
    const indent = m[1].length;
    while (stack.length > 0 && indent < stack.at(-1).indent) stack.pop();
    const ordered = m[2] !== '-' && m[2] !== '*';
    if (stack.length === 1 && indent < 2 && stack[0].list.ordered !== ordered) stack.pop();
    if (stack.length === 0 || (indent >= stack.at(-1).indent + 2 && stack.length < DEEPEST)) {
      const list = { t: 'list', ordered, start: ordered ? parseInt(m[2], 10) : 1, items: [] };
      if (stack.length === 0) roots.push(list);
      else stack.at(-1).list.items.at(-1).below.push(list);
      stack.push({ indent, list });
    }
    stack.at(-1).list.items.push({ c: inline(m[3], depth, work), below: [] });
  }
  return roots;
}

const MARKS = [
  ['**', 'b'],
  ['__', 'u'],
  ['~~', 's'],
  ['||', 'spoiler'],
  ['*', 'i'],
  ['_', 'i'],
];

function inline(s, depth, work) {
  const out = [];
  let plain = '';
  const put = (node) => {
    if (plain !== '') out.push({ t: 'text', text: plain });
    plain = '';
    out.push(node);
  };
  for (let i = 0; i < s.length;) {
    const found = node(s, i, depth, work);
    if (found) {
      if (found.node.t === 'text') plain += found.node.text;
      else put(found.node);
      i = found.end;
    } else {
      plain += s[i];
      i += 1;
    }
  }
  if (plain !== '') out.push({ t: 'text', text: plain });
  return out;
}

// node parses the node at s[i]; undefined if that is an ordinary character.
function node(s, i, depth, work) {
  switch (s[i]) {
    case '\n':
      return { node: { t: 'br' }, end: i + 1 };
    case '\\':
      return PUNCTUATION.test(s[i + 1] ?? '')
        ? { node: { t: 'text', text: s[i + 1] }, end: i + 2 }
        : undefined;
    case '`':
      return codeSpan(s, i, work);
    case '*':
    case '_':
    case '~':
    case '|':
      return emphasis(s, i, depth, work);
    case '[':
      return link(s, i, depth, work);
    case '<':
      return angle(s, i);
    case 'h':
      return bare(s, i);
    case '@': {
      const m = sticky(EVERYONE, s, i);
      return m && { node: { t: 'everyone', name: m[1] }, end: i + m[0].length };
    }
    default:
      return undefined;
  }
}

function sticky(re, s, i) {
  re.lastIndex = i;
  return re.exec(s);
}

function codeSpan(s, i, work) {
  const run = s.startsWith('``', i) ? '``' : '`';
  const close = search(s, run, i + run.length, work);
  if (close < 0 || close === i + run.length)
    return { node: { t: 'text', text: run }, end: i + run.length };
  return { node: { t: 'code', text: s.slice(i + run.length, close) }, end: close + run.length };
}

function search(s, mark, from, work) {
  if (work.left <= 0) return -1;
  const at = s.indexOf(mark, from);
  work.left -= (at < 0 ? s.length : at) - from + 1;
  return at;
}

function emphasis(s, i, depth, work) {
  if (depth >= DEEPEST) return undefined;
  for (const [mark, t] of MARKS) {
    if (!s.startsWith(mark, i)) continue;
    const close = closing(s, i, mark, work);
    if (close > i + mark.length) {
      return {
        node: { t, c: inline(s.slice(i + mark.length, close), depth + 1, work) },
        end: close + mark.length,
      };
    }
  }
  // Skip a run of marks without a closing one at once, or each of them would be searched again.
  const run = /^[*_~|]+/.exec(s.slice(i, i + 200))[0];
  return run.length > 3 ? { node: { t: 'text', text: run }, end: i + run.length } : undefined;
}

const word = (c) => c !== undefined && /[\p{L}\p{N}_]/u.test(c);

function closing(s, i, mark, work) {
  const from = i + mark.length;
  const single = mark.length === 1;
  if (single && /\s/.test(s[from] ?? ' ')) return -1;
  if (mark === '_' && word(s[i - 1])) return -1;
  for (let at = search(s, mark, from, work); at >= 0; at = search(s, mark, at, work)) {
    const escaped = s[at - 1] === '\\';
    if (single && s[at + 1] === mark) {
      // part of a double mark
      at += 2;
    } else if (escaped || (single && (/\s/.test(s[at - 1]) || (mark === '_' && word(s[at + 1]))))) {
      at += 1;
    } else {
      // "**a *b***": the last two of three characters close the outer mark.
      while (!single && s[at + 2] === mark[0] && mark !== '||') at += 1;
      return at;
    }
  }
  return -1;
}

function link(s, i, depth, work) {
  const m = sticky(LINK, s, i);
  if (!m || depth >= DEEPEST || !webAddress(m[2])) return undefined;
  const c = inline(m[1], DEEPEST, work);
  return { node: { ...address(m[2]), href: m[2], c }, end: i + m[0].length };
}

function bare(s, i) {
  const m = sticky(BARE, s, i);
  if (!m) return undefined;
  const href = m[0].replace(/[.,:;!?"'\])]+$/, '');
  return webAddress(href) ? { node: address(href), end: i + href.length } : undefined;
}

// address turns a bare URL into a node; the URL of a channel or message is a place, as in Discord.
function address(href) {
  const place = PLACE.exec(href);
  if (place) return { t: 'place', id: place[1], message: place[2], href };
  return { t: 'link', href, c: [{ t: 'text', text: href }] };
}

// webAddress reports whether a text is a URL that may be linked: http and https only.
export function webAddress(text) {
  try {
    return ['http:', 'https:'].includes(new URL(text).protocol);
  } catch {
    return false;
  }
}

function angle(s, i) {
  const m = sticky(ANGLE, s, i);
  if (!m) return undefined;
  const [all, kind, id, unix, style, emoji, emojiId, command, , href] = m;
  const end = i + all.length;
  if (kind === '#') return { node: { t: 'channel', id }, end };
  if (kind === '@&') return { node: { t: 'role', id }, end };
  if (kind) return { node: { t: 'user', id }, end };
  if (unix !== undefined)
    return { node: { t: 'time', unix: Number(unix), style: style ?? 'f' }, end };
  if (emoji) return { node: { t: 'emoji', name: emoji, id: emojiId }, end };
  if (command) return { node: { t: 'command', name: command }, end };
  return webAddress(href) ? { node: address(href), end } : undefined;
}
