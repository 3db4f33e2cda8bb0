// Windows that must be answered: the bot's modals, and the page's own questions.

import { h, freshId } from './dom.js';
import { icon } from './icons.js';
import { prose } from './prose.js';
import { choicesOf } from './select.js';

// openModal shows the bot's modal and sends it as the person to whom it was shown.
export function openModal(frame, view) {
  const { words, session } = view;
  const { modal } = frame;
  const fields = new Map(); // custom id → () => value
  const title = freshId('title');
  const error = h('p', { class: 'failure', role: 'alert', hidden: true, data: { testid: 'modal-error' } });
  const submit = h('button', { type: 'submit', class: 'button primary', data: { testid: 'modal-submit' } }, words.submit);
  const dialog = h('dialog', { class: 'modal', 'aria-labelledby': title, data: { testid: 'modal' } });
  const form = h('form', { novalidate: false },
    h('header', null, h('h2', { id: title }, modal.title), closeButton(dialog, words)),
    h('div', { class: 'fields-of-modal' }, (modal.components ?? []).map((c) => field(c, view, fields))),
    error,
    h('footer', null, h('button', { type: 'button', class: 'button secondary', data: { testid: 'modal-cancel' }, on: { click: () => dialog.close() } }, words.cancel), submit));
  form.addEventListener('submit', async (e) => {
    e.preventDefault();
    if (submit.disabled) return;
    submit.disabled = true;
    error.hidden = true;
    try {
      await session.submit(frame, Object.fromEntries([...fields].map(([id, value]) => [id, value()])));
      dialog.close();
    } catch (refusal) {
      error.textContent = refusal.message || words.noAnswer;
      error.hidden = false;
      submit.disabled = false;
    }
  });
  dialog.append(form);
  show(dialog);
}

function show(dialog) {
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  dialog.querySelector('input, textarea, select, [autofocus]')?.focus();
}

function closeButton(dialog, words) {
  return h('button', { type: 'button', class: 'round', 'aria-label': words.close, on: { click: () => dialog.close() } }, icon('close'));
}

function field(c, view, fields) {
  switch (c.type) {
    case 1: return (c.components ?? []).map((inner) => field(inner, view, fields));
    case 10: return prose(c.content, view);
    case 18: return c.component && control(c.component, c.label, c.description, view, fields);
    default: return control(c, c.label ?? '', '', view, fields);
  }
}

function control(c, label, description, view, fields) {
  const id = freshId('field');
  const input = c.type === 4 ? textInput(c, id) : choice(c, id, view);
  if (!input) return null;
  const needed = c.required !== false;
  fields.set(c.custom_id, input.value);
  if (description) input.element.setAttribute('aria-describedby', `${id}-d`);
  return h('div', { class: 'field' },
    h('label', { for: id }, label, needed && h('span', { class: 'needed', 'aria-hidden': 'true' }, ' *')),
    description && h('p', { class: 'muted', id: `${id}-d` }, description), input.element);
}

function textInput(c, id) {
  const long = c.style === 2;
  const element = h(long ? 'textarea' : 'input', { id, name: c.custom_id, required: c.required !== false, minlength: c.min_length, maxlength: c.max_length ?? 4000, placeholder: c.placeholder, rows: long ? 4 : null, autocomplete: 'off', value: c.value ?? '', data: { testid: `component-${c.custom_id}` } });
  return { element, value: () => element.value };
}

// A select inside a modal is the browser's own: there is nothing to send before the window is.
function choice(c, id, view) {
  if (![3, 5, 6, 7, 8].includes(c.type)) return null;
  const many = (c.max_values ?? 1) > 1;
  const options = choicesOf(c, view.session);
  const element = h('select', { id, name: c.custom_id, multiple: many, required: c.required !== false, size: many ? Math.min(6, options.length) : null, data: { testid: `component-${c.custom_id}` } },
    !many && h('option', { value: '' }, c.placeholder ?? view.words.choose), options.map((o) => h('option', { value: o.value, selected: o.chosen }, o.label)));
  return { element, value: () => [...element.selectedOptions].map((o) => o.value).filter((v) => v !== '') };
}

// ask puts the page's own question and calls yes when it is confirmed.
export function ask(question, verb, words, yes) {
  const title = freshId('title');
  const dialog = h('dialog', { class: 'modal', 'aria-labelledby': title, data: { testid: 'ask' } });
  dialog.append(h('form', { on: { submit: (e) => {
    e.preventDefault();
    dialog.close();
    yes();
  } } },
  h('p', { id: title }, question),
  h('footer', null, h('button', { type: 'button', class: 'button secondary', autofocus: true, on: { click: () => dialog.close() } }, words.cancel),
    h('button', { type: 'submit', class: 'button danger', data: { testid: 'ask-yes' } }, verb))));
  show(dialog);
}

// askName asks for a new person; create answers a promise and may refuse with a sentence.
export function askName(words, create) {
  const title = freshId('title');
  const input = h('input', { id: freshId('name'), required: true, maxlength: 32, autocomplete: 'off', data: { testid: 'new-name' } });
  const tongue = h('select', { id: freshId('tongue'), data: { testid: 'new-locale' } }, h('option', { value: 'en-US' }, 'English'), h('option', { value: 'pl' }, 'Polski'));
  const error = h('p', { class: 'failure', role: 'alert', hidden: true });
  const dialog = h('dialog', { class: 'modal', 'aria-labelledby': title, data: { testid: 'add-dialog' } });
  const form = h('form', null,
    h('header', null, h('h2', { id: title }, words.addPerson), closeButton(dialog, words)),
    h('div', { class: 'field' }, h('label', { for: input.id }, words.name), input),
    h('div', { class: 'field' }, h('label', { for: tongue.id }, words.language), tongue),
    error,
    h('footer', null, h('button', { type: 'button', class: 'button secondary', on: { click: () => dialog.close() } }, words.cancel),
      h('button', { type: 'submit', class: 'button primary', data: { testid: 'add-submit' } }, words.add)));
  form.addEventListener('submit', async (e) => {
    e.preventDefault();
    try {
      await create(input.value.trim(), tongue.value);
      dialog.close();
    } catch (refusal) {
      error.textContent = refusal.message || words.offline;
      error.hidden = false;
    }
  });
  dialog.append(form);
  show(dialog);
}
