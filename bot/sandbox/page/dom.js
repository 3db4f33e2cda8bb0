// Builds the page's nodes. Data from outside becomes text nodes and checked attributes only.
// Nothing on this page assigns innerHTML, so a name or a message can never become markup.

const PROPERTIES = new Set([
  'value',
  'checked',
  'disabled',
  'hidden',
  'selected',
  'readOnly',
  'open',
  'tabIndex',
  'indeterminate',
]);

// h creates an element. Props: class, on ({event: handler}), data ({key: value}), style
// ({css-property: value}), the DOM properties above, and attributes by name; null, undefined and
// false omit an attribute.
export function h(tag, props, ...children) {
  const el = document.createElement(tag);
  for (const [key, value] of Object.entries(props ?? {})) set(el, key, value);
  el.append(...flat(children));
  return el;
}

function set(el, key, value) {
  if (value === null || value === undefined) return;
  if (key === 'class') el.className = value;
  else if (key === 'on')
    for (const [type, fn] of Object.entries(value)) el.addEventListener(type, fn);
  else if (key === 'data')
    for (const [k, v] of Object.entries(value)) {
      if (v !== undefined && v !== null) el.dataset[k] = v;
    }
  else if (key === 'style') for (const [k, v] of Object.entries(value)) el.style.setProperty(k, v);
  else if (PROPERTIES.has(key)) el[key] = value;
  else if (value !== false) el.setAttribute(key, value === true ? '' : String(value));
}

function flat(children) {
  return children
    .flat(Infinity)
    .filter((c) => c !== null && c !== undefined && c !== false && c !== '');
}

// fill replaces the children of container. Nodes that have not changed stay, so that an update
// between pressing and releasing the mouse does not swallow the click, and the focus stays.
export function fill(container, ...children) {
  const focused = container.contains(document.activeElement)
    ? document.activeElement.dataset.testid
    : undefined;
  reconcile(container, flat(children));
  if (focused && !container.contains(document.activeElement))
    byTestId(container, focused)?.focus({ preventScroll: true });
}

function reconcile(container, wanted) {
  wanted.forEach((next, i) => {
    const old = container.childNodes[i];
    if (!old) container.append(next);
    else if (typeof next === 'string') {
      if (old.nodeType !== Node.TEXT_NODE || old.data !== next) old.replaceWith(next);
    } else if (!old.isEqualNode(next))
      sameShell(old, next) ? reconcile(old, [...next.childNodes]) : old.replaceWith(next);
  });
  while (container.childNodes.length > wanted.length) container.lastChild.remove();
}

// sameShell compares elements without their children. The old element keeps its handlers, so
// everything that the handlers depend on (ids, language) must be in the attributes.
function sameShell(a, b) {
  return (
    a.nodeType === Node.ELEMENT_NODE &&
    b.nodeType === Node.ELEMENT_NODE &&
    a.cloneNode(false).isEqualNode(b.cloneNode(false))
  );
}

// byTestId finds an element inside container by its data-testid, which may contain any characters.
export function byTestId(container, id) {
  return container.querySelector(`[data-testid="${CSS.escape(id)}"]`);
}

// emoji draws an emoji: a sign of Unicode as it is, one of the application as its picture. Where
// that is gone, its name stays.
export function emoji({ id, name }) {
  if (!id) return h('span', { class: 'unicode' }, name);
  const said = `:${name}:`;
  return h('img', { class: 'emoji', src: `/emojis/${id}`, alt: said, title: said });
}

let serial = 0;

// freshId returns an id for aria-labelledby and the like.
export function freshId(stem) {
  serial += 1;
  return `${stem}-${serial}`;
}

// announce makes screen readers read a sentence.
export function announce(sentence) {
  const live = document.getElementById('say');
  live.textContent = '';
  requestAnimationFrame(() => {
    live.textContent = sentence;
  });
}
