import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, jest } from '@jest/globals';
import { verify } from '@parley/client/webhooks';
import { acknowledged, useListener } from './support/use-listener.js';

jest.setTimeout(120_000);

const { stage, follow, listen, record } = useListener((home, words) => home.start(words));

describe('parley listen', () => {
  it('posts each event as a webhook, signed with the secret that it prints, and shows the answer', async () => {
    const { receiver, tenantId } = stage();
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
    const { home } = stage();
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
    const { receiver } = stage();
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
    const { receiver } = stage();
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
    const { receiver } = stage();
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
    const { database, tenantId } = stage();
    await database.prisma.tenant.update({
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
    const { home, receiver } = stage();
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

  it.each([
    [['listen'], 'Name your receiver with --forward-to.'],
    [['listen', '--forward-to', 'localhost:4000'], '--forward-to must be a URL'],
    [['listen', '--forward-to', 'http://localhost:4000', '--map', 'a=b'], "'a=b' is not like"],
    [['listen', '--forward-to', 'http://localhost:4000', '--max-attempts', '0'], '--max-attempts must be'],
  ])('exits with 2 for %j', async (words, message) => {
    const { home } = stage();
    expect(await home.run(words)).toMatchObject({ status: 2, stderr: expect.stringContaining(message) });
  });
});

describe('parley events tail', () => {
  it('prints events as they happen, one line each, and ends after --limit', async () => {
    const { tenantId } = stage();
    const followed = follow(['events', 'tail', '--limit', '2', '--json', '--events', 'message.received']);
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
