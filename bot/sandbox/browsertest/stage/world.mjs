// The state of a small server for docs/sandbox-page.md, to test the page without the real sandbox.
// It knows no rules of Discord; it sends what the checks need.

const EPOCH = 1420070400000n;

// World has people, places and messages, and sends changes to every person's live view.
export class World {
  constructor() {
    this.people = [];
    this.channels = [];
    this.messages = new Map(); // channel → [{message, only: person id or null}]
    this.lines = new Set(); // {as, send, close}
    this.unread = new Map(); // "person/channel" → n
    this.calls = []; // every request to act: {as, what, body}
    this.next = (BigInt(Date.now()) - EPOCH) << 22n;
    this.guild = { id: this.id(), name: 'Railway friends' };
    this.bot = { id: this.id(), username: 'konduktor', global_name: 'Konduktor', bot: true };
    this.commands = [];
  }

  id() {
    this.next += 1n;
    return String(this.next);
  }

  addPerson(name, locale = 'en-US') {
    const person = {
      id: this.id(),
      username: name.toLowerCase(),
      global_name: name,
      locale,
      dms_open: true,
    };
    this.people.push(person);
    this.addChannel({ type: 1, recipients: [this.bot], owner: person.id });
    for (const line of this.lines) line.send({ t: 'people', people: this.people });
    return person;
  }

  addChannel(fields) {
    const channel = { id: this.id(), ...fields };
    this.channels.push(channel);
    this.messages.set(channel.id, []);
    this.tell(channel.id, null, () => ({ t: 'channel', op: 'create', channel }));
    return channel;
  }

  channel(id) {
    return this.channels.find((c) => c.id === id);
  }

  dm(person) {
    return this.channels.find((c) => c.type === 1 && c.owner === person.id);
  }

  sees(person, channel, only) {
    return (only === null || only === person) && (channel.type !== 1 || channel.owner === person);
  }

  tell(channelId, only, make) {
    const channel = this.channel(channelId);
    for (const line of this.lines) if (this.sees(line.as, channel, only)) line.send(make(line.as));
  }

  seenBy(person, message) {
    return {
      ...message,
      mentioned_me:
        message.author.id !== person && (message.mentions ?? []).some((u) => u.id === person),
    };
  }

  // post puts a message into a channel; only restricts it to one person (ephemeral).
  post(channelId, fields, only = null) {
    const message = {
      id: this.id(),
      channel_id: channelId,
      author: this.bot,
      timestamp: new Date().toISOString(),
      content: '',
      attachments: [],
      components: [],
      mentions: [],
      flags: only ? 64 : 0,
      type: 0,
      ...fields,
    };
    message.mentions = this.people.filter((p) => message.content.includes(`<@${p.id}>`));
    this.messages.get(channelId).push({ message, only });
    for (const p of this.people) {
      if (p.id === message.author.id || only || !this.sees(p.id, this.channel(channelId), only))
        continue;
      const key = `${p.id}/${channelId}`;
      this.unread.set(key, (this.unread.get(key) ?? 0) + 1);
    }
    this.tell(channelId, only, (as) => ({
      t: 'message',
      op: 'create',
      channel_id: channelId,
      message: this.seenBy(as, message),
    }));
    return message;
  }

  find(id) {
    for (const list of this.messages.values()) {
      const found = list.find((e) => e.message.id === id);
      if (found) return found;
    }
    return undefined;
  }

  edit(id, change) {
    const entry = this.find(id);
    entry.message = { ...entry.message, ...change };
    this.tell(entry.message.channel_id, entry.only, (as) => ({
      t: 'message',
      op: 'update',
      channel_id: entry.message.channel_id,
      message: this.seenBy(as, entry.message),
    }));
  }

  remove(channelId, id) {
    if (id) {
      this.messages.set(
        channelId,
        this.messages.get(channelId).filter((e) => e.message.id !== id),
      );
      this.tell(channelId, null, () => ({
        t: 'message',
        op: 'delete',
        channel_id: channelId,
        message: { id },
      }));
      return;
    }
    const channel = this.channel(channelId);
    this.tell(channelId, null, () => ({ t: 'channel', op: 'delete', channel }));
    this.channels = this.channels.filter((c) => c !== channel);
  }

  snapshot(as) {
    const channels = this.channels.filter((c) => this.sees(as, c, null));
    return {
      t: 'snapshot',
      me: this.people.find((p) => p.id === as),
      people: this.people,
      guild: this.guild,
      bot: this.bot,
      commands: this.commands,
      channels,
      messages: Object.fromEntries(
        channels.map((c) => [
          c.id,
          this.messages
            .get(c.id)
            .filter((e) => e.only === null || e.only === as)
            .map((e) => this.seenBy(as, e.message)),
        ]),
      ),
      unread: Object.fromEntries(
        channels.map((c) => [c.id, this.unread.get(`${as}/${c.id}`) ?? 0]).filter(([, n]) => n > 0),
      ),
    };
  }

  say(as, frame) {
    for (const line of this.lines) if (line.as === as) line.send(frame);
  }
}
