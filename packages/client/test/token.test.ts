import { inspect } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { fail, reset, respondWithText, succeed } from './support/behaviours.js';
import { useClientWithoutRetries } from './support/use-failing-server.js';

const { server, token, chat, create, failureOf } = useClientWithoutRetries();

describe('the token', () => {
  it('is sent, and appears nowhere else', async () => {
    const shown: unknown[] = [];
    const hooks = {
      onRequest: (event: unknown) => shown.push(event),
      onResponse: (event: unknown) => shown.push(event),
      onRetry: (event: unknown) => shown.push(event),
    };
    const echo = respondWithText(502, `You sent: authorization: Bearer ${token}`);
    server.plan(reset, echo, fail(500, 'internal_error'), echo);
    const client = create({ hooks, maxRetries: 3 });
    client.use({
      onRequest: ({ request }) => void shown.push([...request.headers]),
      onResponse: ({ request, response }) => void shown.push([...request.headers], [...response.headers]),
    });
    shown.push(await failureOf(client), client, await client.raw.GET('/chats/{chatId}', chat));
    expect(server.requests.map(({ headers }) => headers.authorization)).toContain(`Bearer ${token}`);
    expect(shown.length).toBeGreaterThan(15);
    for (const each of shown) {
      const everything = `${inspect(each, { depth: 9, showHidden: true })} ${JSON.stringify(each)} ${String(each)}`;
      expect(everything).not.toContain(token);
    }
  });

  it('does not appear in errors about it', () => {
    for (const wrong of [`Bearer ${token}`, `${token}\n`, `${token} `, `${token}\u00fc`, '']) {
      const act = () => create({ token: wrong });
      expect(act).toThrow('The token must be text without "Bearer " and spaces. Is the variable set?');
    }
  });

  it('comes from a function before every attempt, which is called once more when the token is refused', async () => {
    server.plan(fail(401, 'unauthorized'), reset, succeed({ id: 'c1' }));
    const asked: boolean[] = [];
    const source = ({ refused }: { refused: boolean }) => {
      asked.push(refused);
      return asked.includes(true) ? 'new' : 'old';
    };
    await create({ token: source, maxRetries: 2 }).GET('/chats/{chatId}', chat);
    expect(asked).toEqual([false, true, false]);
    expect(server.requests.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer old',
      'Bearer new',
      'Bearer new',
    ]);
  });

  it('is refused if the function returns the same one again', async () => {
    server.plan(fail(401, 'unauthorized'));
    await expect(failureOf(create({ token: async () => 'same' }))).resolves.toMatchObject({ status: 401 });
    expect(server.requests).toHaveLength(1);
  });

  it('fails the call with the error of the function', async () => {
    const reason = new Error('No vault');
    const client = create({ token: () => Promise.reject(reason) });
    await expect(client.GET('/workspace')).rejects.toBe(reason);
    await expect(client.raw.GET('/workspace')).rejects.toBe(reason);
  });
});
