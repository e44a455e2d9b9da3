import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { createWorld, tokenOf, type World } from '@parley/testkit';
import { useTestApp } from '@parley/testkit/use-test-app';
import { createHome, type Home } from './support/run-parley.js';

const app = useTestApp();
let world: World;
let home: Home;

beforeAll(async () => {
  world = await createWorld(app.database);
  home = createHome({ PARLEY_URL: app.url, PARLEY_TOKEN: await tokenOf(world.key) });
  const { id, tenantId } = world.chat;
  // The reply window of the chat is open.
  const data = { openUntil: new Date(app.clock.now().getTime() + 3_600_000) };
  await app.database.prisma.chat.update({ where: { tenantId_id: { tenantId, id } }, data });
});

describe('parley api', () => {
  it.each(['/v3/chats/', '/chats/'])('prints the response of GET %s…', async (path) => {
    const { status, stdout } = await home.run(['api', 'get', `${path}${world.chat.id}`]);
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ success: true, data: { id: world.chat.id } });
  });

  it('sends a body from --data, a file or stdin, and prints the page of a search', async () => {
    const body = JSON.stringify({ query: `eq(id,"${world.chat.id}")` });
    writeFileSync(join(home.folder, 'body.json'), body);
    for (const [data, input] of [[body], ['@body.json'], ['-', body]] as const) {
      const words = ['api', 'POST', '/v3/chats/search', '--data', data];
      const { stdout } = await home.run(words, input === undefined ? {} : { input });
      expect(JSON.parse(stdout)).toMatchObject({ pagination: { total: 1 }, data: [{ id: world.chat.id }] });
    }
  });

  it('sends fields as text and as JSON, and writes once with a key', async () => {
    const words = ['api', 'POST', '/v3/labels', '-f', 'name=Gold', '-f', 'color:="#FFD700"'];
    const [one, other] = await Promise.all(
      [0, 1].map(async (_, index) => {
        const { stdout } = await home.run([...words, '--idempotency-key', `label-${index % 1}`]);
        return JSON.parse(stdout).data;
      }),
    );
    expect(one).toMatchObject({ name: 'Gold', color: '#FFD700' });
    expect(other).toEqual(one);
  });

  it('uploads a file and downloads its bytes', async () => {
    const bytes = Uint8Array.from({ length: 2_000 }, (_, index) => index % 256);
    writeFileSync(join(home.folder, 'numbers.bin'), bytes);
    const { stdout } = await home.run(['api', 'POST', '/v3/files', '--file', 'numbers.bin']);
    const { id } = JSON.parse(stdout).data;
    const { status } = await home.run(['api', 'GET', `/v3/files/${id}/download`, '--out', 'copy.bin']);
    expect(status).toBe(0);
    expect(readFileSync(join(home.folder, 'copy.bin')).equals(bytes)).toBe(true);
  });

  it('exits with 1 and lists every invalid field', async () => {
    const { status, stdout, stderr } = await home.run([
      'api',
      'POST',
      '/v3/labels',
      '--data',
      '{"name":"","color":"x"}',
    ]);
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(
      /^The request is invalid:\n {2}name: .+\n {2}color: .+\nPOST \/labels, 400 invalid_body_params, request \w+\n$/,
    );
  });

  it('exits with 1 and the text of the service for what does not exist', async () => {
    const { status, stderr } = await home.run(['api', 'GET', '/v3/chats/unknown']);
    expect([status, stderr]).toEqual([
      1,
      expect.stringMatching(/^Chat not found\nGET \/chats\/\{chatId\}, 404 chat_not_found, request \w+\n$/),
    ]);
  });

  it('sends a path that this release does not know', async () => {
    const { status, stderr } = await home.run(['api', 'GET', '/v3/of_the_future']);
    expect([status, stderr]).toEqual([1, expect.stringContaining('404 route_not_found')]);
  });

  it('exits with 1 and advice if the service is not there', async () => {
    const env = { PARLEY_URL: 'http://127.0.0.1:9' };
    const { status, stderr } = await home.run(['api', 'DELETE', '/v3/labels/x'], { env });
    expect([status, stderr]).toEqual([1, expect.stringContaining('Is the service running')]);
  });

  it.each([
    [['api'], 'The method must be GET, POST, PUT, DELETE'],
    [['api', 'GET', 'workspace'], 'After the method comes one path'],
    [['api', 'GET', '/v2/attributes'], 'v2 has ended'],
    [['api', 'GET', '/v3/chats?limit=1'], 'have no query'],
    [['api', 'GET', '/v3/events/stream'], 'Use npx parley events tail'],
    [['api', 'POST', '/v3/labels', '--data', '{'], '--data is not JSON'],
    [['api', 'POST', '/v3/labels', '--data', '[]', '-f', 'a=b'], 'only be added to a JSON object'],
    [['api', 'POST', '/v3/labels', '-f', 'name'], "'name' is not like name=text or name:=json"],
    [['api', 'POST', '/v3/labels', '--data', '@none.json'], 'none.json cannot be read'],
  ])('exits with 2 for %j', async (words, message) => {
    const { status, stderr } = await home.run(words);
    expect([status, stderr]).toEqual([2, expect.stringContaining(message)]);
  });
});

describe('parley send', () => {
  it('sends a text to a chat', async () => {
    const { status, stdout } = await home.run([
      'send',
      '--chat',
      world.chat.id,
      '--text',
      'It arrives tomorrow.',
    ]);
    expect([status, stdout]).toEqual([
      0,
      expect.stringMatching(new RegExp(`^Message +Chat +Status\\n[\\w-]{36}  ${world.chat.id}  pending\\n$`)),
    ]);
  });

  it('schedules a text for a contact, and prints the message', async () => {
    const { id: contact } = world.contact;
    const at = new Date(app.clock.now().getTime() + 60_000).toISOString();
    const words = [
      '--contact',
      contact,
      '--channel',
      world.channel.id,
      '--text',
      'Later',
      '--at',
      at,
      '--json',
    ];
    const { stdout } = await home.run(['send', ...words]);
    expect(JSON.parse(stdout)).toMatchObject({ status: 'scheduled', text: 'Later', scheduledAt: at });
  });

  it.each([
    [['send', '--chat', 'x'], 'needs a --text'],
    [['send', '--text', 'x'], 'Name one recipient'],
    [['send', '--text', 'x', '--chat', 'a', '--contact', 'b'], 'Name one recipient'],
    [['send', '--text', 'x', '--to', '+49151'], 'needs a --channel'],
    [['send', 'x'], "Unexpected argument 'x'."],
  ])('exits with 2 for %j', async (words, message) => {
    const { status, stderr } = await home.run(words);
    expect([status, stderr]).toEqual([2, expect.stringContaining(message)]);
  });
});
