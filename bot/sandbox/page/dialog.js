// The page's own questions, in modal dialogs.

import { h, freshId } from './dom.js';
import { icon } from './icons.js';

function show(dialog) {
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  dialog.querySelector('input, textarea, select, [autofocus]')?.focus();
}

function closeButton(dialog, words) {
  return h(
    'button',
    {
      type: 'button',
      class: 'round',
      'aria-label': words.close,
      on: { click: () => dialog.close() },
    },
    icon('close'),
  );
}

// ask shows a question and calls yes when it is confirmed.
export function ask(question, verb, words, yes) {
  const title = freshId('title');
  const dialog = h('dialog', { class: 'modal', 'aria-labelledby': title, data: { testid: 'ask' } });
  dialog.append(
    h(
      'form',
      {
        on: {
          submit: (e) => {
            e.preventDefault();
            dialog.close();
            yes();
          },
        },
      },
      h('p', { id: title }, question),
      h(
        'footer',
        null,
        h(
          'button',
          {
            type: 'button',
            class: 'button secondary',
            autofocus: true,
            on: { click: () => dialog.close() },
          },
          words.cancel,
        ),
        h('button', { type: 'submit', class: 'button danger', data: { testid: 'ask-yes' } }, verb),
      ),
    ),
  );
  show(dialog);
}

// askName asks for a new person; create returns a promise, which rejects with a sentence.
export function askName(words, create) {
  const title = freshId('title');
  const input = h('input', {
    id: freshId('name'),
    required: true,
    maxlength: 32,
    autocomplete: 'off',
    data: { testid: 'new-name' },
  });
  const tongue = h(
    'select',
    { id: freshId('tongue'), data: { testid: 'new-locale' } },
    h('option', { value: 'en-US' }, 'English'),
    h('option', { value: 'pl' }, 'Polski'),
  );
  const error = h('p', { class: 'failure', role: 'alert', hidden: true });
  const dialog = h('dialog', {
    class: 'modal',
    'aria-labelledby': title,
    data: { testid: 'add-dialog' },
  });
  const form = h(
    'form',
    null,
    h('header', null, h('h2', { id: title }, words.addPerson), closeButton(dialog, words)),
    h('div', { class: 'field' }, h('label', { for: input.id }, words.name), input),
    h('div', { class: 'field' }, h('label', { for: tongue.id }, words.language), tongue),
    error,
    h(
      'footer',
      null,
      h(
        'button',
        { type: 'button', class: 'button secondary', on: { click: () => dialog.close() } },
        words.cancel,
      ),
      h(
        'button',
        { type: 'submit', class: 'button primary', data: { testid: 'add-submit' } },
        words.add,
      ),
    ),
  );
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

// askPeople asks for the people of a private channel; create gets their ids and returns a promise,
// which rejects with a sentence.
export function askPeople(words, people, create) {
  const title = freshId('title');
  const error = h('p', { class: 'failure', role: 'alert', hidden: true });
  const boxes = people.map((p) =>
    h('input', {
      type: 'checkbox',
      value: p.id,
      data: { testid: `gather-${p.global_name ?? p.username}` },
    }),
  );
  const dialog = h('dialog', {
    class: 'modal',
    'aria-labelledby': title,
    data: { testid: 'gather-dialog' },
  });
  const form = h(
    'form',
    null,
    h('header', null, h('h2', { id: title }, words.gather), closeButton(dialog, words)),
    h('p', { class: 'muted' }, words.gatherHint),
    boxes.map((box, i) =>
      h(
        'label',
        { class: 'setting' },
        h('span', null, people[i].global_name ?? people[i].username),
        box,
      ),
    ),
    error,
    h(
      'footer',
      null,
      h(
        'button',
        { type: 'button', class: 'button secondary', on: { click: () => dialog.close() } },
        words.cancel,
      ),
      h(
        'button',
        { type: 'submit', class: 'button primary', data: { testid: 'gather-submit' } },
        words.begin,
      ),
    ),
  );
  form.addEventListener('submit', async (e) => {
    e.preventDefault();
    try {
      await create(boxes.filter((b) => b.checked).map((b) => b.value));
      dialog.close();
    } catch (refusal) {
      error.textContent = refusal.message || words.offline;
      error.hidden = false;
    }
  });
  dialog.append(form);
  show(dialog);
}

// askForm shows a form of the bot; send gets the values by custom id and returns a promise, which
// rejects with a sentence.
export function askForm(words, form, send) {
  const title = freshId('title');
  const error = h('p', { class: 'failure', role: 'alert', hidden: true });
  const dialog = h('dialog', { class: 'modal', 'aria-labelledby': title, data: { testid: 'form' } });
  const fields = form.components.map((label) => field(label));
  const body = h(
    'form',
    null,
    h('header', null, h('h2', { id: title }, form.title), closeButton(dialog, words)),
    fields.map((f) => f.element),
    error,
    h(
      'footer',
      null,
      h(
        'button',
        { type: 'submit', class: 'button primary', data: { testid: 'form-submit' } },
        words.submit,
      ),
    ),
  );
  body.addEventListener('submit', async (e) => {
    e.preventDefault();
    try {
      await send(Object.fromEntries(fields.map((f) => [f.id, f.values()])));
      dialog.close();
    } catch (refusal) {
      error.textContent = refusal.message || words.offline;
      error.hidden = false;
    }
  });
  dialog.append(body);
  show(dialog);
}

// field draws a label of a form with its text, its menu, or a box for each of several choices.
function field({ label, description, component: c }) {
  const id = freshId('field');
  const testid = `field-${c.custom_id}`;
  const hint = description && h('small', { class: 'muted', id: `${id}-hint` }, description);
  const describe = { 'aria-describedby': hint ? `${id}-hint` : null };
  const wrap = (values, ...inner) => ({ id: c.custom_id, values, element: h(...inner) });
  if (c.options && (c.max_values ?? 1) > 1) {
    const boxes = c.options.map((o) =>
      h('input', { type: 'checkbox', value: o.value, checked: o.default, data: { testid } }),
    );
    return wrap(
      () => boxes.filter((b) => b.checked).map((b) => b.value),
      'fieldset',
      { class: 'field', ...describe },
      h('legend', null, label),
      hint,
      boxes.map((box, i) =>
        h('label', { class: 'setting' }, h('span', null, c.options[i].label), box),
      ),
    );
  }
  const input = c.options
    ? h(
        'select',
        { id, data: { testid }, ...describe },
        (c.min_values ?? 1) === 0 && h('option', { value: '' }, '–'),
        c.options.map((o) => h('option', { value: o.value, selected: o.default }, o.label)),
      )
    : h('input', { id, value: c.value ?? '', data: { testid }, ...describe });
  return wrap(
    () => (input.value || !c.options ? [input.value] : []),
    'div',
    { class: 'field' },
    h('label', { for: id }, label),
    hint,
    input,
  );
}
