import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { verify } from '@parley/client/webhooks';
import type { EventType } from '@parley/core';
import { createEvent, createTenant, createToken } from '@parley/testkit';
import { startTestApp, type TestApp } from '@parley/testkit/app';
import { type Followed, followLines } from './support/follow-lines.js';
import { createHome, type Home } from './support/run-parley.js';
import { startReceiver, type TestReceiver } from './support/start-receiver.js';

jest.setTimeout(120_000);

let app: TestApp;
let home: Home;
let receiver: TestReceiver;
let tenantId: string;
let running: Followed[];

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());
beforeEach(async () => {
  ({ id: tenantId } = await createTenant(app.database));
  home = createHome({ PARLEY_URL: app.url, PARLEY_TOKEN: await createToken(app.database, tenantId) });
  receiver = await startReceiver();
  running = [];
});
afterEach(async () => {
  for (const each of running) await each.kill('SIGKILL');
  await receiver.close();
  home.remove();
});

async function listen(...words: string[]): Promise<Followed> {
  const child = home.start(['listen', '--forward-to', `${receiver.url}/hook`, '--json', ...words]);
  const followed = followLines(child);
  running.push(followed);
  await followed.waitFor((lines) => lines.some(({ kind }) => kind === 'ready'));
  return followed;
}

async function record(type: EventType = 'message.received'): Promise<string> {
  return (await createEvent(app.database, tenantId, { type })).id;
}

const acknowledged = ({ lines }: Followed) =>
  lines.filter(({ kind }) => kind === 'acknowledged').map(({ id }) => id);

describe('parley listen', () => {
  it('posts each event as a webhook, signed with the secret that it prints, and shows the answer', async () => {
    const followed = await listen();
    const secret = String(followed.lines[0]?.secret);
    const id = await record();
    await followed.waitFor(() => acknowledged(followed).includes(id));
    const [delivery] = receiver.received;
    expect(delivery?.path).toBe('/hook');
    expect(verify(delivery?.headers ?? {}, delivery?.body ?? '', secret)).toMatchObject({
      id,
      event: 'message.received',
      tenantId,
    });
    expect(followed.lines.at(-1)).toMatchObject({
      kind: 'acknowledged',
      event: 'message.received',
      status: 204,
      url: `${receiver.url}/hook`,
    });
    expect(await followed.kill('SIGTERM')).toBe(0);
  });

  it('keeps the secret in a file that only its owner can read, and prints it again on request only', async () => {
    const first = await listen();
    await first.kill('SIGINT');
    const { stdout } = await home.run(['listen', '--print-secret']);
    expect(stdout).toBe(`${first.lines[0]?.secret}\n`);
    const folder = join(home.folder, '.config/parley/listen');
    const files = readdirSync(folder);
    expect(files.map((name) => statSync(join(folder, name)).mode & 0o777)).toEqual([0o600, 0o600]);
    expect((await listen()).lines[0]).not.toHaveProperty('secret');
  });

  it('forwards only the types of --events, and to the paths of --map', async () => {
    const words = ['--events', 'message.received,contact.updated', '--map', 'contact.updated=/contacts?a=b'];
    const followed = await listen(...words);
    const ids = [await record(), await record('chat.updated'), await record('contact.updated')];
    await followed.waitFor(() => acknowledged(followed).length === 2);
    expect(receiver.received.map(({ id, path }) => [id, path])).toEqual([
      [ids[0], '/hook'],
      [ids[2], '/contacts?a=b'],
    ]);
  });

  it('tries an event again until it is accepted, while the next ones wait', async () => {
    const refused = 2;
    receiver.respond(() => (receiver.received.length <= refused ? 503 : 200));
    const followed = await listen();
    const ids = [await record(), await record()];
    await followed.waitFor(() => acknowledged(followed).length === 2);
    expect(receiver.received.map(({ id }) => id)).toEqual([ids[0], ids[0], ids[0], ids[1]]);
    const failures = followed.lines.filter(({ kind }) => kind === 'failed');
    expect(failures.map(({ status, nextInMs, problem }) => [status, nextInMs, problem])).toEqual([
      [503, 500, 'As told by the test'],
      [503, 1_000, 'As told by the test'],
    ]);
  });

  it('exits with 1 after the last attempt, and begins with this event the next time', async () => {
    receiver.respond(302);
    const followed = await listen('--max-attempts', '2');
    const ids = [await record(), await record()];
    expect(await followed.exited).toBe(1);
    expect(followed.lines.at(-1)).toEqual({
      kind: 'stopped',
      id: ids[0],
      event: 'message.received',
      attempts: 2,
    });
    receiver.respond(200);
    const again = await listen();
    await again.waitFor(() => acknowledged(again).length === 2);
    expect(acknowledged(again)).toEqual(ids);
  });

  it('leaves out what happened before with --from-now', async () => {
    await (await listen()).kill('SIGTERM');
    await record();
    const followed = await listen('--from-now');
    const id = await record();
    await followed.waitFor(() => acknowledged(followed).length === 1);
    expect(acknowledged(followed)).toEqual([id]);
  });

  it('needs no request for an event, so the rate limit is left to the programs of the workspace', async () => {
    await app.database.prisma.tenant.update({
      where: { id: tenantId },
      data: { requestsPerMinute: 3 },
    });
    const followed = await listen();
    for (let count = 1; count <= 5; count += 1) {
      await record();
      await followed.waitFor(() => acknowledged(followed).length === count);
    }
  });

  it('exits with 1 for a type that the service does not know, and for a damaged position', async () => {
    const words = ['listen', '--forward-to', `${receiver.url}/hook`];
    expect(await home.run([...words, '--events', 'chat.exploded'])).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('events.0: '),
    });
    await (await listen()).kill('SIGTERM');
    const folder = join(home.folder, '.config/parley/listen');
    const position = readdirSync(folder).find((name) => name.endsWith('.json')) ?? '';
    writeFileSync(join(folder, position), '{');
    expect(await home.run(words)).toMatchObject({
      status: 1,
      stderr: `${join(folder, position)} is damaged. Use --from-now to begin with the next event.\n`,
    });
  });

  it('does not run twice for one receiver; the lock of a killed process does not count', async () => {
    const first = await listen();
    const words = ['listen', '--forward-to', `${receiver.url}/hook`];
    expect(await home.run(words)).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/^Process \d+ already/),
    });
    await first.kill('SIGKILL');
    await expect(listen()).resolves.toBeDefined();
  });

  it('loses no event and repeats no acknowledged one when it is killed again and again', async () => {
    const recorded: string[] = [];
    const recordMany = async () => {
      for (let count = 0; count < 40; count += 1) recorded.push(await record());
    };
    const known = new Set<string | undefined>();
    for (let round = 1; round <= 6; round += 1) {
      const followed = await listen();
      const before = receiver.received.length;
      const recording = recordMany();
      await receiver.waitFor((all) => all.length >= before + 5 * round);
      await followed.kill('SIGKILL');
      await recording;
      const repeated = receiver.received.slice(before).filter(({ id }) => known.has(id));
      expect(repeated).toEqual([]);
      for (const id of acknowledged(followed)) known.add(id);
    }
    const last = await listen();
    await receiver.waitFor((all) => new Set(all.map(({ id }) => id)).size === recorded.length);
    await last.waitFor(() => acknowledged(last).at(-1) === recorded.at(-1));
    // What came twice was in flight during a kill: at most one event in each round.
    const ids = receiver.received.map(({ id }) => id);
    expect([...new Set(ids)]).toEqual(recorded);
    expect(ids.length - recorded.length).toBeLessThanOrEqual(6);
  });

  it.each([
    [['listen'], 'Name your receiver with --forward-to.'],
    [['listen', '--forward-to', 'localhost:4000'], '--forward-to must be a URL'],
    [['listen', '--forward-to', 'http://localhost:4000', '--map', 'a=b'], "'a=b' is not like"],
    [['listen', '--forward-to', 'http://localhost:4000', '--max-attempts', '0'], '--max-attempts must be'],
  ])('exits with 2 for %j', async (words, message) => {
    expect(await home.call(words)).toMatchObject({ status: 2, stderr: expect.stringContaining(message) });
  });
});

describe('parley events tail', () => {
  it('prints events as they happen, one line each, and ends after --limit', async () => {
    const child = home.start(['events', 'tail', '--limit', '2', '--json', '--events', 'message.received']);
    const followed = followLines(child);
    running.push(followed);
    let isOver = false;
    followed.exited.then(() => {
      isOver = true;
    });
    while (!isOver) {
      await record('chat.updated');
      await record();
    }
    expect(await followed.exited).toBe(0);
    expect(followed.lines).toEqual([
      expect.objectContaining({ event: 'message.received', tenantId }),
      expect.objectContaining({ event: 'message.received', tenantId }),
    ]);
  });
});
