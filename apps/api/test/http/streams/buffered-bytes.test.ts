import { Writable } from 'node:stream';
import { expect, it } from '@jest/globals';
import { createEvent, settleFeed } from '@parley/testkit';
import { useTestDatabase } from '@parley/testkit/hooks';
import { waitUntil } from '@parley/testkit/wait-until';
import { catchUp } from '../../../src/http/streams/catch-up.js';
import { defaultStreamLimits } from '../../../src/http/streams/stream-limits.js';
import { setScene } from './set-scene.js';

const { maxBufferedBytes, pageBytes } = defaultStreamLimits;

const shared = useTestDatabase();

async function record(tenantId: string, length: number): Promise<string> {
  const data = { metadata: { text: 'x'.repeat(length) } };
  return (await createEvent(shared.database, tenantId, { type: 'contact.updated', data })).id;
}

it('a stream that catches up holds at most a page, and loses nothing', async () => {
  const { context, start, open, ...options } = await setScene(shared.database);
  const ids: string[] = [];
  while (ids.length < 30) ids.push(await record(context.tenantId, 200_000));
  await settleFeed(shared.database.pool);
  const { stream, written } = open(new LaterReader(), start);
  await catchUp(stream, options);
  await waitUntil(() => written.writableLength === 0);
  stream.end('stopping');
  expect(written.mostBytes).toBeGreaterThan(pageBytes / 2);
  expect(written.mostBytes).toBeLessThan(pageBytes * 1.1);
  expect(written.eventIds).toEqual(ids);
});

it('a stream whose reader does not read ends before more bytes wait than allowed', async () => {
  const { context, start, open, follower, ends } = await setScene(shared.database);
  const { stream, written } = open(new NoReader(), start);
  follower.join(stream, start.after);
  for (let count = 0; count < 6 && !stream.isEnded; count += 1) {
    const id = await record(context.tenantId, 900_000);
    await waitUntil(() => stream.isEnded || stream.position.id === id);
  }
  expect(ends).toEqual(['slow_reader']);
  expect(written.writableLength).toBeGreaterThan(pageBytes);
  expect(written.writableLength).toBeLessThanOrEqual(maxBufferedBytes);
  written.destroy();
});

it('a reader that is not behind gets an event of any size', async () => {
  const { context, start, open, follower } = await setScene(shared.database);
  const { stream, written } = open(new NoReader(), start);
  stream.heartbeat();
  follower.join(stream, start.after);
  const id = await record(context.tenantId, 2 * maxBufferedBytes);
  await waitUntil(() => stream.isEnded || stream.position.id === id);
  expect(stream.isEnded).toBe(false);
  expect(written.writableLength).toBeGreaterThan(2 * maxBufferedBytes);
  stream.end('stopping');
  written.destroy();
});

it('a heartbeat does not end a stream whose reader still reads a large event', async () => {
  const { context, start, open, follower } = await setScene(shared.database);
  const { stream, written } = open(new NoReader(), start);
  follower.join(stream, start.after);
  const id = await record(context.tenantId, 2 * maxBufferedBytes);
  await waitUntil(() => stream.isEnded || stream.position.id === id);
  stream.heartbeat();
  expect(stream.isEnded).toBe(false);
  stream.end('stopping');
  written.destroy();
});

/** Reads what was written only after other work of the process. */
class LaterReader extends Writable {
  /** The most bytes that have waited. */
  mostBytes = 0;
  #text = '';

  get eventIds(): string[] {
    return [...this.#text.matchAll(/^data: {"id":"([^"]+)"/gm)].map(([, id]) => id ?? '');
  }

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.mostBytes = Math.max(this.mostBytes, this.writableLength);
    this.#text += String(chunk);
    setImmediate(done);
  }
}

class NoReader extends Writable {
  override _write(): void {}
}
