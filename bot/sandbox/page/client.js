// Which of Discord's clients the page shows messages as: "desktop" or "phone" (client.css has the
// sizes). By default the window's width decides; the switch in a place's head overrules it.

import { h } from './dom.js';
import { icon } from './icons.js';

const CLIENTS = ['desktop', 'phone'];
const KEY = 'client';
const narrow = matchMedia('(max-width: 720px)');

let chosen = CLIENTS.find((c) => c === read());

function read() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null; // storage may be forbidden
  }
}

function client() {
  return chosen ?? (narrow.matches ? 'phone' : 'desktop');
}

// applyClient gives the page the sizes of its client, now and when the window's width changes.
export function applyClient(redraw) {
  document.documentElement.dataset.client = client();
  narrow.addEventListener('change', () => {
    document.documentElement.dataset.client = client();
    redraw();
  });
}

// clientSwitch is the button that shows messages as the other client does.
export function clientSwitch(words, redraw) {
  const now = client();
  const other = CLIENTS.find((c) => c !== now);
  const label = words.shownAs[now];
  const flip = () => {
    chosen = other;
    try {
      localStorage.setItem(KEY, other);
    } catch {
      // kept until the page is loaded again
    }
    document.documentElement.dataset.client = other;
    redraw();
  };
  return h(
    'button',
    {
      type: 'button',
      class: 'client-switch',
      title: label,
      'aria-label': label,
      data: { testid: 'client', client: now },
      on: { click: flip },
    },
    icon(now),
  );
}
