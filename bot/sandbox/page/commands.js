// The bot's commands as a person sees them: names in their language, where each can be used, and
// how typed text becomes the options that Discord sends. Nothing here touches the page.

import { isDirect } from './session.js';
import { localized } from './words.js';

export const TYPE = { sub: 1, string: 3, integer: 4, boolean: 5, user: 6, channel: 7, role: 8 };
// Discord's contexts: the guild, the DM with the bot, a private channel without the bot.
const CONTEXT = { guild: 0, bot: 1, people: 2 };
const MOST = 40;
const TELLING = 3; // letters from which on the middle of a name or a description is searched

// contextOf returns a channel's context. Only a DM with the bot has a single recipient.
function contextOf(channel) {
  if (!isDirect(channel)) return CONTEXT.guild;
  return (channel.recipients ?? []).length > 1 ? CONTEXT.people : CONTEXT.bot;
}

// leaves lists every command that can be sent from a channel, sub-commands one by one: {path:
// ['game', 'new'], label, description, options}. installed: the person has installed the app.
export function leaves(commands, channel, locale, installed) {
  const context = contextOf(channel);
  const has = (c) => {
    const ways = c.integration_types ?? [0];
    return (ways.includes(0) && context !== CONTEXT.people) || (ways.includes(1) && installed);
  };
  return commands
    .filter((c) => (!c.contexts || c.contexts.includes(context)) && has(c))
    .sort((a, b) => a.name.localeCompare(b.name))
    .flatMap((c) => spread(c, [], '', locale));
}

function spread(node, path, label, locale) {
  const here = [...path, { name: node.name, type: node.type }];
  const said = `${label} ${localized(node.name_localizations, locale, node.name)}`.trim();
  const subs = (node.options ?? []).filter((o) => o.type === TYPE.sub);
  if (subs.length > 0) return subs.flatMap((s) => spread(s, here, said, locale));
  return [
    {
      path: here.map((p) => p.name),
      types: here.map((p) => p.type),
      label: said,
      name: here.map((p) => p.name).join(' '),
      description: localized(node.description_localizations, locale, node.description ?? ''),
      // Stable sort: required ones first, otherwise in the bot's order.
      options: [...(node.options ?? [])]
        .sort((a, b) => Number(b.required === true) - Number(a.required === true))
        .map((o) => ({
          ...o,
          label: localized(o.name_localizations, locale, o.name),
          hint: localized(o.description_localizations, locale, o.description ?? ''),
        })),
    },
  ];
}

// find ranks the commands that match the text after the slash: beginnings, then middles, then
// descriptions.
export function find(all, typed) {
  const wanted = typed.trim().toLowerCase().replace(/\s+/g, ' ');
  const rank = (leaf) => {
    const names = [leaf.label.toLowerCase(), leaf.name];
    if (names.some((n) => n === wanted)) return 0;
    if (names.some((n) => n.startsWith(wanted))) return 1;
    if (names.some((n) => n.includes(` ${wanted}`))) return 2;
    if (wanted.length < TELLING) return 9;
    if (names.some((n) => n.includes(wanted))) return 3;
    return leaf.description.toLowerCase().includes(wanted) ? 4 : 9;
  };
  return all
    .map((leaf) => ({ leaf, r: rank(leaf) }))
    .filter(({ r }) => r < 9)
    .sort((a, b) => a.r - b.r)
    .slice(0, MOST)
    .map(({ leaf }) => leaf);
}

// typedCommand returns the command at the beginning of a text, followed by a space, and the rest.
export function typedCommand(all, text) {
  const said = text.slice(1).toLowerCase();
  const fits = all
    .filter((l) => [l.label.toLowerCase(), l.name].some((n) => said.startsWith(`${n} `)))
    .sort((a, b) => b.label.length - a.label.length);
  if (fits.length === 0) return null;
  const leaf = fits[0];
  const length = said.startsWith(`${leaf.label.toLowerCase()} `)
    ? leaf.label.length
    : leaf.name.length;
  return { leaf, given: givenOptions(leaf, text.slice(length + 2)) };
}

// wholeCommand returns the command whose name is the text; nothing if there is none.
export function wholeCommand(all, text) {
  const said = text.trim().toLowerCase();
  return all.find((l) => said === `/${l.label.toLowerCase()}` || said === `/${l.name}`);
}

// givenOptions reads "title:amsterdam seats:3" as pasted from a help text.
function givenOptions(leaf, tail) {
  const given = new Map();
  const names = new Map(
    leaf.options.flatMap((o) => [
      [o.name, o],
      [o.label.toLowerCase(), o],
    ]),
  );
  let last = null;
  for (const part of tail.split(/\s+/).filter(Boolean)) {
    const colon = part.indexOf(':');
    const option = colon > 0 ? names.get(part.slice(0, colon).toLowerCase()) : undefined;
    if (option) {
      given.set(option.name, part.slice(colon + 1));
      last = option.name;
    } else if (last) {
      given.set(last, `${given.get(last)} ${part}`.trim());
    }
  }
  return given;
}

// suggestions lists the values that are known without asking the bot: [{label, detail, value}];
// null for autocomplete and free text.
export function suggestions(option, session, words) {
  if (option.choices?.length > 0)
    return option.choices.map((c) => ({
      label: localized(c.name_localizations, session.locale, c.name),
      value: c.value,
    }));
  switch (option.type) {
    case TYPE.boolean:
      return [
        { label: words.yes, value: true },
        { label: words.no, value: false },
      ];
    case TYPE.user:
      return [...session.people, ...(session.bot ? [session.bot] : [])].map((p) => ({
        label: `@${p.global_name || p.username}`,
        detail: p.username,
        value: p.id,
      }));
    case TYPE.channel:
      return [...session.channels.values()]
        .filter((c) => (option.channel_types ?? []).includes(c.type))
        .map((c) => ({ label: `#${c.name}`, value: c.id }));
    case TYPE.role:
      return [
        { label: '@everyone', value: session.guild.id },
        ...(session.guild.roles ?? []).map((r) => ({ label: `@${r.name}`, value: r.id })),
      ];
    default:
      return null;
  }
}

// narrowed keeps the suggestions that contain the typed text, beginnings first.
export function narrowed(list, typed) {
  const wanted = typed.trim().toLowerCase().replace(/^[@#]/, '');
  const fits = list.filter((s) => `${s.label} ${s.detail ?? ''}`.toLowerCase().includes(wanted));
  const begins = (s) => (s.label.toLowerCase().replace(/^[@#]/, '').startsWith(wanted) ? 0 : 1);
  return fits.sort((a, b) => begins(a) - begins(b)).slice(0, MOST);
}

// valueOf turns a chip {option, text, chosen} into {value} or {error}; {} for an empty one.
export function valueOf(chip, session, words) {
  const { option, chosen } = chip;
  const text = chip.text.trim();
  if (chosen !== undefined) return { value: chosen };
  if (text === '') return option.required ? { error: words.needed(option.label) } : {};
  const offered = suggestions(option, session, words);
  if (offered) {
    const same = offered.find((s) =>
      [s.label, s.label.replace(/^[@#]/, ''), s.detail, String(s.value), `<@${s.value}>`].some(
        (n) => n?.toLowerCase() === text.toLowerCase(),
      ),
    );
    return same ? { value: same.value } : { error: words.notOffered(option.label) };
  }
  return option.type === TYPE.integer ? number(option, text, words) : lengthy(option, text, words);
}

function number(option, text, words) {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) return { error: words.notWhole(option.label) };
  if (option.min_value !== undefined && value < option.min_value)
    return { error: words.tooSmall(option.label, option.min_value) };
  if (option.max_value !== undefined && value > option.max_value)
    return { error: words.tooBig(option.label, option.max_value) };
  return { value };
}

function lengthy(option, text, words) {
  if (option.min_length !== undefined && text.length < option.min_length)
    return { error: words.tooShort(option.label, option.min_length) };
  if (option.max_length !== undefined && text.length > option.max_length)
    return { error: words.tooLong(option.label, option.max_length) };
  return { value: text };
}

// payload nests the options under their sub-commands as Discord does: {name, options}.
export function payload(leaf, options) {
  let inner = options;
  for (let i = leaf.path.length - 1; i > 0; i -= 1)
    inner = [{ name: leaf.path[i], type: leaf.types[i], options: inner }];
  return { name: leaf.path[0], options: inner };
}
