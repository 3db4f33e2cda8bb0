// A small window at a button: Esc, a press elsewhere, or its own code closes it; the focus returns.

import { h, byTestId } from './dom.js';

let current = null;

// popover shows content beside anchor. onClose is told how it ended: "escape", "outside", or the
// argument of close(). wide makes it at least as wide as the anchor. It returns {element,
// close(how)}.
export function popover(button, content, { onClose, wide, label, testid } = {}) {
  current?.close('outside');
  let anchor = button;
  const element = h(
    'div',
    {
      class: 'popover',
      popover: 'manual',
      role: label ? 'dialog' : null,
      'aria-label': label,
      data: { testid },
    },
    content,
  );
  // Inside a modal dialog only its descendants can be used.
  (anchor.closest('dialog') ?? document.body).append(element);
  const me = { element, close };
  current = me;
  anchor.setAttribute('aria-expanded', 'true');
  element.showPopover();
  const put = () => {
    // The button may have been redrawn meanwhile.
    if (!anchor.isConnected) anchor = byTestId(document, anchor.dataset.testid ?? '') ?? anchor;
    if (anchor.isConnected) place(anchor, element, wide);
  };
  put();
  const grown = new ResizeObserver(put);
  grown.observe(element);

  const outside = (e) => {
    if (!element.contains(e.target) && !anchor.contains(e.target)) close('outside');
  };
  const again = (e) => {
    // a press on the anchor closes; it must not open it again at once
    if (anchor.contains(e.target)) {
      e.preventDefault();
      e.stopImmediatePropagation();
      close('outside');
    }
  };
  const escape = (e) => {
    if (e.key !== 'Escape') return;
    e.preventDefault();
    e.stopPropagation();
    close('escape');
  };
  const left = (e) => {
    if (e.relatedTarget && !element.contains(e.relatedTarget) && !anchor.contains(e.relatedTarget))
      close('outside');
  };
  const gone = (e) => {
    if (!element.contains(e.target)) put();
  };
  document.addEventListener('pointerdown', outside, true);
  document.addEventListener('click', again, true);
  document.addEventListener('keydown', escape, true);
  document.addEventListener('scroll', gone, true);
  window.addEventListener('resize', put);
  element.addEventListener('focusout', left);

  let over = false;
  function close(how) {
    if (over) return;
    over = true;
    if (current === me) current = null;
    grown.disconnect();
    document.removeEventListener('pointerdown', outside, true);
    document.removeEventListener('click', again, true);
    document.removeEventListener('keydown', escape, true);
    document.removeEventListener('scroll', gone, true);
    window.removeEventListener('resize', put);
    put();
    const held = element.contains(document.activeElement);
    anchor.setAttribute('aria-expanded', 'false');
    element.removeEventListener('focusout', left);
    element.remove();
    if (held && anchor.isConnected) anchor.focus({ preventScroll: true });
    onClose?.(how);
  }
  return me;
}

// closePopover closes the open popover, for example when another person is chosen.
export function closePopover() {
  current?.close('escape');
}

const GAP = 6;
const NARROWEST = 260; // pixels

function place(anchor, element, wide) {
  const a = anchor.getBoundingClientRect();
  if (wide)
    element.style.width = `${Math.min(Math.max(a.width, NARROWEST), innerWidth - 2 * GAP)}px`;
  // Measure it again: its content may have changed. Lists in it keep their scroll position.
  const scrolled = [...element.querySelectorAll('[role=listbox]')].map((list) => [
    list,
    list.scrollTop,
  ]);
  element.style.maxHeight = 'none';
  const box = element.getBoundingClientRect();
  const below = innerHeight - a.bottom - GAP;
  const above = a.top - GAP;
  const upward = below < box.height && above > below;
  element.style.maxHeight = `${Math.max(120, (upward ? above : below) - GAP)}px`;
  for (const [list, top] of scrolled) list.scrollTop = top;
  const height = Math.min(box.height, upward ? above - GAP : below - GAP);
  element.style.top = `${Math.max(GAP, upward ? a.top - GAP - height : a.bottom + GAP)}px`;
  element.style.left = `${Math.max(GAP, Math.min(a.left, innerWidth - box.width - GAP))}px`;
}
