// The requests of docs/sandbox-page.md.

// Refused is a 4xx or 5xx answer; its message is the sentence from the server.
export class Refused extends Error {}

async function request(path, init) {
  let response;
  try {
    response = await fetch(path, init);
  } catch {
    throw new Refused('');
  }
  let body = {};
  try {
    body = await response.json();
  } catch {
    /* an empty or broken body: the status decides */
  }
  if (!response.ok) throw new Refused(body?.error || `${response.status} ${response.statusText}`);
  return body;
}

function post(path, body) {
  return request(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
}

// listPeople returns everybody, before one of them is chosen.
export async function listPeople() {
  const body = await request('/page/people');
  return Array.isArray(body) ? body : (body.people ?? []);
}

// addPerson adds a person to the guild.
export function addPerson(name, locale) {
  return post('/page/people', { name, locale });
}

// forward sets the sandbox's clock forward.
export function forward(hours) {
  return post('/page/clock', { hours });
}

// act does one thing as a person: slash, complete, click, select, say, settings, read, delete.
export function act(person, what, body) {
  return post(`/page/as/${encodeURIComponent(person)}/${what}`, body);
}
