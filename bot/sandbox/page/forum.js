// A forum: the list of its posts with their tags, those with the latest messages first.

import { h } from './dom.js';
import { compareIds } from './session.js';

export const FORUM = 15;

// drawForum lists the posts of a forum; go(channel) opens one.
export function drawForum(forum, session, words, go) {
  const closed = (c) => (c.thread_metadata?.archived ? 1 : 0);
  const latest = (c) => session.messagesOf(c.id).at(-1)?.id ?? c.id;
  const posts = [...session.channels.values()]
    .filter((c) => c.parent_id === forum.id)
    .sort((a, b) => closed(a) - closed(b) || compareIds(latest(b), latest(a)));
  const tag = (id) => forum.available_tags?.find((t) => t.id === id)?.name;
  const row = (post) => {
    const tags = (post.applied_tags ?? []).map(tag).filter(Boolean);
    return h(
      'li',
      null,
      h(
        'button',
        {
          type: 'button',
          class: `post ${closed(post) ? 'archived' : ''}`,
          data: { testid: `post-${post.name}` },
          on: { click: () => go(post.id) },
        },
        tags.length > 0 && h('span', { class: 'tags' }, tags.map((t) => h('small', null, t))),
        h('strong', null, post.name),
        h(
          'small',
          { class: 'muted' },
          [words.messages(session.messagesOf(post.id).length), closed(post) && words.archived]
            .filter(Boolean)
            .join(' · '),
        ),
      ),
    );
  };
  return h(
    'div',
    { class: 'timeline forum', data: { testid: 'forum' } },
    posts.length > 0
      ? h('ul', { 'aria-label': forum.name }, posts.map(row))
      : h('p', { class: 'empty muted' }, words.noPosts),
  );
}
