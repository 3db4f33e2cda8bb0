// Our own icons, on a 20 by 20 grid, in the colour of the text beside them.

const PATHS = {
  desktop: 'M3 4h14v9H3zM10 13v3M6 16h8',
  phone: 'M6 2.5h8v15H6zM9.2 15h1.6',
  hash: 'M7 3 5 17M15 3l-2 14M3.5 7.5h14M2.5 12.5h14',
  thread: 'M4 3v8a3 3 0 0 0 3 3h9M12 10l4 4-4 4',
  lock: 'M5 9h10v8H5zM7 9V6a3 3 0 0 1 6 0v3',
  at: 'M13 10a3 3 0 1 1-6 0 3 3 0 0 1 6 0zv1.5a2 2 0 0 0 4 0V10a7 7 0 1 0-3 5.7',
  gear: 'M3 6h8M15 6h2M3 14h2M9 14h8M13 4v4M7 12v4',
  plus: 'M10 4v12M4 10h12',
  minus: 'M4 10h12',
  question: 'M7 7.5a3 3 0 1 1 4.5 2.6c-1 .6-1.5 1.1-1.5 2.4M10 15.8v.4',
  menu: 'M3 5h14M3 10h14M3 15h14',
  close: 'M5 5l10 10M15 5 5 15',
  send: 'M3 10h12M10 4.5 15.5 10 10 15.5',
  down: 'M4 7l6 6 6-6',
  check: 'M4 10.5l4 4 8-9',
  trash: 'M4 6h12M8 6V4h4v2M6 6l.7 11h6.6L14 6M8.5 9v5M11.5 9v5',
  eye: 'M2 10s3-5 8-5 8 5 8 5-3 5-8 5-8-5-8-5zM10 8a2 2 0 1 0 0 4 2 2 0 0 0 0-4z',
  out: 'M8 5H4v11h11v-4M11 4h5v5M16 4l-7 7',
  file: 'M5 2.5h6l4 4v11H5zM11 2.5v4h4',
  fit: 'M3 7V3h4M13 3h4v4M17 13v4h-4M7 17H3v-4',
  reply: 'M8 5 3.5 9.5 8 14M4 9.5h7a5 5 0 0 1 5 5V16',
  warn: 'M10 3 2.5 16.5h15zM10 8v4M10 14.2v.3',
};

const SVG = 'http://www.w3.org/2000/svg';

// icon draws one of the icons above. It is decorative: the text beside it has the meaning.
export function icon(name) {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', '0 0 20 20');
  svg.setAttribute('class', `icon icon-${name}`);
  svg.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS(SVG, 'path');
  path.setAttribute('d', PATHS[name]);
  svg.append(path);
  return svg;
}

// botFace is the bot's portrait: a conductor's ticket with a punched edge.
export function botFace() {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', '0 0 32 32');
  svg.setAttribute('aria-hidden', 'true');
  for (const [d, cls] of [
    ['M5 10h22v4a2.2 2.2 0 0 0 0 4.4V22H5v-3.6A2.2 2.2 0 0 0 5 14z', 'ticket'],
    ['M20 11.5v9', 'punch'],
    ['M9 14h7M9 18h5', 'lines'],
  ]) {
    const path = document.createElementNS(SVG, 'path');
    path.setAttribute('d', d);
    path.setAttribute('class', cls);
    svg.append(path);
  }
  return svg;
}

const hues = new Map(); // user id → colour, in the order of first appearance

// face is a person's portrait: the first letter on one of eight colours.
export function face(user, bot) {
  const el = document.createElement('span');
  el.className = 'face';
  el.setAttribute('aria-hidden', 'true');
  if (bot) {
    el.classList.add('face-bot');
    el.append(botFace());
    return el;
  }
  const name = user.global_name || user.username || '?';
  if (!hues.has(user.id)) hues.set(user.id, hues.size % 8);
  el.dataset.hue = String(hues.get(user.id));
  el.textContent = [...name][0].toUpperCase();
  return el;
}

// dots is the waiting sign; it does not move for people who prefer reduced motion.
export function dots() {
  const el = document.createElement('span');
  el.className = 'dots';
  el.setAttribute('aria-hidden', 'true');
  el.append(...[1, 2, 3].map(() => document.createElement('i')));
  return el;
}
