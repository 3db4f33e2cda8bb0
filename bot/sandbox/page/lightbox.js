// A picture alone on the screen: wheel, pinch, buttons, + and - zoom; dragging and arrows move it;
// Esc closes.

import { h } from './dom.js';
import { icon } from './icons.js';

const CLOSEST = 12;
const STEP = 1.25;
const PAN = 60; // pixels for an arrow key

// openLightbox shows the picture at source, with alt below it.
export function openLightbox(source, alt, words) {
  const image = h('img', {
    src: source,
    alt,
    draggable: 'false',
    class: 'large',
    data: { testid: 'large-image' },
  });
  const stage = h('div', { class: 'stage' }, image);
  const dialog = h('dialog', {
    class: 'lightbox',
    'aria-label': words.image,
    data: { testid: 'lightbox' },
  });
  const look = new Look(stage, image);
  const button = (name, label, fn) =>
    h(
      'button',
      {
        type: 'button',
        class: 'round',
        'aria-label': label,
        title: label,
        data: { testid: `lightbox-${name}` },
        on: { click: fn },
      },
      icon(name),
    );
  const middle = () => [stage.clientWidth / 2, stage.clientHeight / 2];
  dialog.append(
    stage,
    h(
      'div',
      { class: 'lightbox-tools' },
      button('minus', words.zoomOut, () => look.zoom(1 / STEP, ...middle())),
      button('plus', words.zoomIn, () => look.zoom(STEP, ...middle())),
      button('fit', words.fit, () => look.reset()),
      button('close', words.close, () => dialog.close()),
    ),
  );
  if (alt) dialog.append(h('p', { class: 'lightbox-alt', tabindex: '0' }, alt));
  dialog.addEventListener('keydown', (e) => keys(e, look, middle));
  stage.addEventListener(
    'wheel',
    (e) => {
      e.preventDefault();
      look.zoom(e.deltaY < 0 ? STEP : 1 / STEP, e.offsetX, e.offsetY);
    },
    { passive: false },
  );
  pointers(stage, look, () => dialog.close());
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

// Look is the position of the picture: scaled about its centre and moved by (x, y).
class Look {
  constructor(stage, image) {
    this.stage = stage;
    this.image = image;
    this.reset();
  }

  reset() {
    this.scale = 1;
    this.x = 0;
    this.y = 0;
    this.draw();
  }

  // zoom keeps the point (px, py) of the stage in place.
  zoom(factor, px, py) {
    const next = Math.min(CLOSEST, Math.max(1, this.scale * factor));
    const cx = px - this.stage.clientWidth / 2;
    const cy = py - this.stage.clientHeight / 2;
    const k = next / this.scale;
    this.x = cx - (cx - this.x) * k;
    this.y = cy - (cy - this.y) * k;
    this.scale = next;
    this.draw();
  }

  move(dx, dy) {
    this.x += dx;
    this.y += dy;
    this.draw();
  }

  draw() {
    // A part of the picture stays visible.
    const roomX = (this.stage.clientWidth / 2) * this.scale;
    const roomY = (this.stage.clientHeight / 2) * this.scale;
    this.x = this.scale === 1 ? 0 : Math.min(roomX, Math.max(-roomX, this.x));
    this.y = this.scale === 1 ? 0 : Math.min(roomY, Math.max(-roomY, this.y));
    this.image.style.transform = `translate(${this.x}px, ${this.y}px) scale(${this.scale})`;
    this.image.dataset.scale = this.scale.toFixed(2);
    this.stage.classList.toggle('zoomed', this.scale > 1);
  }
}

function keys(e, look, middle) {
  const moves = {
    ArrowLeft: [PAN, 0],
    ArrowRight: [-PAN, 0],
    ArrowUp: [0, PAN],
    ArrowDown: [0, -PAN],
  };
  if (e.key === '+' || e.key === '=') look.zoom(STEP, ...middle());
  else if (e.key === '-') look.zoom(1 / STEP, ...middle());
  else if (e.key === '0') look.reset();
  else if (moves[e.key]) look.move(...moves[e.key]);
  else return;
  e.preventDefault();
}

function pointers(stage, look, close) {
  const down = new Map();
  let travelled = 0;
  const spread = () => {
    const [a, b] = [...down.values()];
    return Math.hypot(a.x - b.x, a.y - b.y);
  };
  stage.addEventListener('pointerdown', (e) => {
    if (down.size === 0) travelled = 0;
    down.set(e.pointerId, { x: e.offsetX, y: e.offsetY });
    stage.setPointerCapture(e.pointerId);
  });
  stage.addEventListener('pointermove', (e) => {
    const before = down.get(e.pointerId);
    if (!before) return;
    const was = down.size === 2 ? spread() : 0;
    down.set(e.pointerId, { x: e.offsetX, y: e.offsetY });
    travelled += Math.abs(e.offsetX - before.x) + Math.abs(e.offsetY - before.y);
    if (down.size === 2) {
      const [a, b] = [...down.values()];
      if (was > 0) look.zoom(spread() / was, (a.x + b.x) / 2, (a.y + b.y) / 2);
    } else {
      look.move(e.offsetX - before.x, e.offsetY - before.y);
    }
  });
  const up = (e) => {
    const known = down.delete(e.pointerId);
    // A press beside the picture, without a drag, closes it as people expect.
    if (
      known &&
      down.size === 0 &&
      travelled < 6 &&
      e.type === 'pointerup' &&
      outside(look.image, e)
    )
      close();
  };
  stage.addEventListener('pointerup', up);
  stage.addEventListener('pointercancel', up);
  stage.addEventListener('dblclick', (e) =>
    look.scale > 1 ? look.reset() : look.zoom(3, e.offsetX, e.offsetY),
  );
}

function outside(image, e) {
  const box = image.getBoundingClientRect();
  return (
    e.clientX < box.left || e.clientX > box.right || e.clientY < box.top || e.clientY > box.bottom
  );
}
