// One person's view: channels, messages, badges, and the state of their own presses. It does not
// draw; listeners of 'change' do.

import { setNow } from './clock.js';
import { act } from './api.js';

const EPHEMERAL = 64;
const KEPT_ENDINGS = 50;

const DM = 1;
const GROUP = 3;

// isDirect reports whether a channel is outside the guild: a DM with the bot, or a private channel.
export function isDirect(channel) {
  return channel?.type === DM || channel?.type === GROUP;
}

// compareIds sorts snowflakes by age; they are too long for a Number.
export function compareIds(a, b) {
  return a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);
}

// Session is one person's view. It takes frames of the live protocol and fires 'change' events.
export class Session extends EventTarget {
  constructor(person) {
    super();
    this.person = person;
    this.connected = false;
    this.loaded = false;
    this.people = [person];
    this.bot = null;
    this.guild = { id: '0', name: '' };
    this.channels = new Map();
    this.messages = new Map(); // channel → Map(message id → Message)
    this.commands = [];
    this.unread = new Map(); // channel → {n, mentions, first}
    this.dismissed = new Set();
    this.busy = new Map(); // "message/custom_id" → {interaction}
    this.failures = new Map(); // message id → sentence
    this.notes = []; // own commands that are under way or failed: {key, channel, line, error}
    this.waiting = new Map(); // interaction id → (frame) => void
    this.endings = new Map(); // interaction id → frame that came before the request's answer
  }

  get id() {
    return this.person.id;
  }

  get name() {
    return this.person.global_name || this.person.username;
  }

  get locale() {
    return this.person.locale || 'en-US';
  }

  changed(what = {}) {
    this.dispatchEvent(new CustomEvent('change', { detail: what }));
  }

  // frame takes one frame of the live protocol; unknown kinds are ignored.
  frame(f) {
    switch (f.t) {
      case 'snapshot':
        this.snapshot(f);
        break;
      case 'message':
        this.message(f.op, f.channel_id, f.message);
        break;
      case 'channel':
        this.channel(f.op, f.channel);
        break;
      case 'people':
        this.takePeople(f.people);
        break;
      case 'commands':
        this.commands = f.commands ?? [];
        break;
      case 'clock':
        setNow(f.now);
        break;
      case 'interaction':
        this.interaction(f);
        break;
      default:
        return;
    }
    this.changed(f);
  }

  snapshot(f) {
    const kept = this.ephemerals();
    this.loaded = true;
    this.clock = f.clock === true;
    setNow(f.now);
    this.guild = f.guild ?? this.guild;
    this.bot = f.bot ?? null;
    this.commands = f.commands ?? [];
    this.channels = new Map((f.channels ?? []).map((c) => [c.id, c]));
    this.messages = new Map();
    for (const [channel, list] of Object.entries(f.messages ?? {})) {
      this.messages.set(channel, new Map((list ?? []).map((m) => [m.id, m])));
    }
    // Ephemeral messages live in the client: a lost connection must not take them away.
    for (const [channel, m] of kept) {
      if (this.channels.has(channel) && !this.list(channel).has(m.id))
        this.list(channel).set(m.id, m);
    }
    this.takePeople(f.people ?? []);
    this.unread = new Map();
    for (const [channel, n] of Object.entries(f.unread ?? {})) {
      if (n > 0) this.unread.set(channel, this.countUnread(channel, n));
    }
    // Results of presses from before the connection broke will not arrive.
    this.busy.clear();
    this.waiting.clear();
    this.notes = this.notes.filter((note) => note.error);
  }

  ephemerals() {
    return [...this.messages].flatMap(([channel, list]) =>
      [...list.values()].filter((m) => m.flags & EPHEMERAL).map((m) => [channel, m]),
    );
  }

  countUnread(channel, n) {
    const others = this.messagesOf(channel)
      .filter((m) => m.author?.id !== this.id && !(m.flags & EPHEMERAL))
      .slice(-n);
    const dm = isDirect(this.channels.get(channel));
    return {
      n,
      mentions: dm ? n : others.filter((m) => m.mentioned_me).length,
      first: others[0]?.id,
    };
  }

  list(channel) {
    if (!this.messages.has(channel)) this.messages.set(channel, new Map());
    return this.messages.get(channel);
  }

  message(op, channel, message) {
    const list = this.list(channel);
    if (op === 'delete') {
      list.delete(message.id);
      this.failures.delete(message.id);
      return;
    }
    const isNew = op === 'create' && !list.has(message.id);
    list.set(message.id, message);
    if (op === 'update') this.failures.delete(message.id);
    if (!isNew || message.author?.id === this.id || message.flags & EPHEMERAL) return;
    const count = this.unread.get(channel) ?? { n: 0, mentions: 0, first: message.id };
    const pings = message.mentioned_me || isDirect(this.channels.get(channel));
    this.unread.set(channel, {
      ...count,
      n: count.n + 1,
      mentions: count.mentions + (pings ? 1 : 0),
    });
  }

  channel(op, channel) {
    if (op === 'delete') {
      this.channels.delete(channel.id);
      this.messages.delete(channel.id);
      this.unread.delete(channel.id);
      return;
    }
    this.channels.set(channel.id, { ...this.channels.get(channel.id), ...channel });
  }

  takePeople(people) {
    this.people = people;
    this.person = people.find((p) => p.id === this.id) ?? this.person;
  }

  interaction(f) {
    if (f.state === 'pending') return;
    if (f.form) this.dispatchEvent(new CustomEvent('form', { detail: f }));
    const waiter = this.waiting.get(f.id);
    if (waiter) {
      this.waiting.delete(f.id);
      waiter(f);
      return;
    }
    this.endings.set(f.id, f);
    if (this.endings.size > KEPT_ENDINGS) this.endings.delete(this.endings.keys().next().value);
  }

  // ended calls fn with the frame that ends the interaction, which may arrive before the answer of
  // the request itself.
  ended(interaction, fn) {
    const early = this.endings.get(interaction);
    if (!early) {
      this.waiting.set(interaction, fn);
      return;
    }
    this.endings.delete(interaction);
    fn(early);
  }

  // messagesOf returns a channel's messages, oldest first, without dismissed ones.
  messagesOf(channel) {
    return [...(this.messages.get(channel)?.values() ?? [])]
      .filter((m) => !this.dismissed.has(m.id))
      .sort((a, b) => compareIds(a.id, b.id));
  }

  // badge adds up the unread counts of all channels.
  badge() {
    let n = 0;
    let mentions = 0;
    for (const count of this.unread.values()) {
      n += count.n;
      mentions += count.mentions;
    }
    return { n, mentions };
  }

  // user finds a person or the bot by id.
  user(id) {
    return this.people.find((p) => p.id === id) ?? (this.bot?.id === id ? this.bot : undefined);
  }

  // read clears a channel's badge here and on the server.
  read(channel) {
    if (!this.unread.delete(channel)) return;
    act(this.id, 'read', { channel_id: channel }).catch(() => {
      /* the next snapshot tells the truth */
    });
    this.changed({ t: 'read' });
  }

  dismiss(message) {
    this.dismissed.add(message);
    this.changed({ t: 'dismiss' });
  }

  isBusy(message, customId) {
    return this.busy.has(`${message}/${customId}`);
  }

  // press clicks a button or picks from a select of a message.
  async press(what, message, customId, values) {
    const key = `${message.id}/${customId}`;
    if (this.busy.has(key)) return;
    this.busy.set(key, true);
    this.failures.delete(message.id);
    this.changed({ t: 'busy' });
    const body = { channel_id: message.channel_id, message_id: message.id, custom_id: customId };
    try {
      const { interaction_id: id } = await act(this.id, what, values ? { ...body, values } : body);
      this.ended(id, (f) =>
        this.released(key, message.id, f.state === 'failed' ? f.message || '?' : ''),
      );
    } catch (refusal) {
      this.released(key, message.id, refusal.message || '?');
    }
  }

  released(key, message, error) {
    this.busy.delete(key);
    if (error) this.failures.set(message, error);
    this.changed({ t: 'busy' });
  }

  // slash sends a command and returns the interaction's id; it throws Refused if the server
  // refuses.
  async slash(channel, line, payload) {
    const { interaction_id: id } = await act(this.id, 'slash', { channel_id: channel, ...payload });
    const note = { key: `note-${id}`, channel, line, error: '' };
    this.notes.push(note);
    this.ended(id, (f) => {
      if (f.state === 'failed') note.error = f.message || '?';
      else this.notes = this.notes.filter((n) => n !== note);
      this.changed({ t: 'note' });
    });
    this.changed({ t: 'note' });
    return id;
  }

  dropNote(note) {
    this.notes = this.notes.filter((n) => n !== note);
    this.changed({ t: 'note' });
  }
}
