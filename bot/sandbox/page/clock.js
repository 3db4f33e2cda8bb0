// Points in time, written in the reader's language and time zone, like Discord's <t:…>.

const STYLES = {
  t: { hour: '2-digit', minute: '2-digit' },
  T: { hour: '2-digit', minute: '2-digit', second: '2-digit' },
  d: { day: '2-digit', month: '2-digit', year: 'numeric' },
  D: { day: 'numeric', month: 'long', year: 'numeric' },
  f: { day: 'numeric', month: 'long', year: 'numeric', hour: '2-digit', minute: '2-digit' },
  F: {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  },
  s: { day: '2-digit', month: '2-digit', year: 'numeric', hour: '2-digit', minute: '2-digit' },
  S: {
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  },
};

let ahead = 0; // ms by which the sandbox's clock is ahead of this computer's

// setNow sets the sandbox's clock, in ms since 1970.
export function setNow(ms) {
  if (Number.isFinite(ms)) ahead = ms - Date.now();
}

const now = () => Date.now() + ahead;

const STEPS = [
  ['year', 31557600],
  ['month', 2629800],
  ['day', 86400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
];

// format writes a Date in one of Discord's styles; a date out of range is returned as text.
export function format(date, style, lang) {
  if (Number.isNaN(date.getTime())) return '?';
  if (style !== 'R') return new Intl.DateTimeFormat(lang, STYLES[style] ?? STYLES.f).format(date);
  const seconds = Math.round((date.getTime() - now()) / 1000);
  const [unit, size] = STEPS.find(([, s]) => Math.abs(seconds) >= s) ?? STEPS.at(-1);
  return new Intl.RelativeTimeFormat(lang, { numeric: 'auto' }).format(
    Math.round(seconds / size),
    unit,
  );
}

// stamp is a message's time: with the date unless it is today.
export function stamp(iso, lang) {
  const date = new Date(iso);
  const today = date.toDateString() === new Date(now()).toDateString();
  return format(date, today ? 't' : 's', lang);
}

// time returns a <time> element; refresh updates relative ones.
export function time(date, style, lang) {
  const el = document.createElement('time');
  if (!Number.isNaN(date.getTime())) {
    el.dateTime = date.toISOString();
    el.title = format(date, 'F', lang);
  }
  if (style === 'R') el.dataset.lang = lang;
  el.textContent = format(date, style, lang);
  return el;
}

// refresh updates every relative time on the page.
export function refresh() {
  for (const el of document.querySelectorAll('time[data-lang]')) {
    const text = format(new Date(el.dateTime), 'R', el.dataset.lang);
    if (el.textContent !== text) el.textContent = text;
  }
}
