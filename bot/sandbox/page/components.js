// The components of a message: rows with buttons and select menus.

import { emoji, h } from './dom.js';
import { dots, icon } from './icons.js';
import { selectMenu } from './select.js';
import { webAddress } from './markdown.js';

const ROW = 1;
const BUTTON = 2;
const SELECT = 3;
const STYLES = { 1: 'primary', 2: 'secondary', 3: 'success', 4: 'danger', 5: 'secondary' };
const LINK_STYLE = 5;

// components draws a message's rows; unknown kinds are left out.
export function components(rows, message, view) {
  return rows
    .filter((c) => c.type === ROW)
    .map((row) =>
      h(
        'div',
        { class: 'row' },
        (row.components ?? []).map((c) => component(c, message, view)),
      ),
    );
}

function component(c, message, view) {
  switch (c.type) {
    case BUTTON:
      return button(c, message, view);
    case SELECT:
      return select(c, message, view);
    default:
      return null;
  }
}

function button(c, message, view) {
  const cls = `button ${STYLES[c.style] ?? 'secondary'} ${c.label ? '' : 'sign'}`;
  const label = [c.emoji && emoji(c.emoji), c.label && h('span', null, c.label)];
  const name = c.label ? null : c.emoji?.name; // of a sign alone, for those who do not see it
  if (c.style === LINK_STYLE) {
    if (!webAddress(c.url) || c.disabled)
      return h('button', { type: 'button', 'aria-label': name, class: cls, disabled: true }, label, icon('out'));
    return h(
      'a',
      { class: cls, 'aria-label': name, href: c.url, target: '_blank', rel: 'noopener noreferrer' },
      label,
      icon('out'),
    );
  }
  const busy = view.session.isBusy(message.id, c.custom_id);
  // A busy button is not disabled: that would move the focus to the top of the page.
  return h(
    'button',
    {
      type: 'button',
      class: `${cls} ${busy ? 'busy' : ''}`,
      'aria-label': name,
      disabled: c.disabled === true,
      'aria-disabled': busy ? 'true' : null,
      'aria-busy': busy ? 'true' : null,
      data: { testid: `component-${c.custom_id}` },
      on: { click: () => view.act.press('click', message, c.custom_id) },
    },
    busy ? [dots(), h('span', { class: 'kept' }, label)] : label,
  );
}

function select(c, message, view) {
  const busy = view.session.isBusy(message.id, c.custom_id);
  return selectMenu(c, view, busy, (values) =>
    view.act.press('select', message, c.custom_id, values),
  );
}
