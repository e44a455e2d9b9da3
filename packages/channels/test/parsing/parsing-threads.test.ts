import { once } from 'node:events';
import { BroadcastChannel } from 'node:worker_threads';
import { describe, expect, it } from '@jest/globals';
import { encodedMime, fields } from '../payloads/email.js';
import { textMessage } from '../payloads/whatsapp.js';
import { blocking, mail, program, useThreads, whatsapp } from '../support/use-threads.js';

const startThreads = useThreads();

/** Ends a blocking payload. A thread that still starts does not listen yet, so it repeats that. */
async function end(name: string, parsing: Promise<unknown>): Promise<void> {
  const ends = new BroadcastChannel('end of parsing');
  const repeating = setInterval(() => ends.postMessage(`blocking ${name}`), 10);
  await parsing;
  clearInterval(repeating);
  ends.close();
}

describe('a payload in a thread', () => {
  it('is parsed as without one: items, bytes of attachments, validation errors', async () => {
    const threads = startThreads();
    expect(await threads.parse('a', whatsapp(textMessage))).toMatchObject({
      items: [{ kind: 'message', text: 'Does it come in green?' }],
    });
    const parsed = await threads.parse('a', mail(encodedMime));
    const [item] = 'items' in parsed ? parsed.items : [];
    const sizes =
      item?.kind === 'message' ? item.attachments.map(({ content, size }) => [content?.length, size]) : [];
    expect(sizes.length).toBeGreaterThan(0);
    for (const [length, size] of sizes) expect(length).toBe(size);
    expect(await threads.parse('a', mail({ ...fields, from: 7 }))).toMatchObject({
      errors: [{ path: 'from' }],
    });
  });

  it('arrives completely and in order when it is sent in many messages', async () => {
    const text = Array.from({ length: 300_000 }, (_, number) => `line ${number}`).join('\n');
    const [body = Buffer.alloc(0)] = mail({ ...fields, text }).chunks;
    const chunks = Array.from({ length: 60 }, (_, part) => body.subarray(part * 65_537, (part + 1) * 65_537));
    expect(chunks.at(-1)).toHaveLength(0);
    const parsed = await startThreads().parse('a', { ...mail({}), chunks });
    const [item] = 'items' in parsed ? parsed.items : [];
    const attachments = item?.kind === 'message' ? item.attachments : [];
    const source = attachments.find(({ name }) => name === 'mail.txt')?.content ?? '';
    expect(Buffer.from(source).toString()).toBe(text);
  });

  it('that takes too long fails', async () => {
    const threads = startThreads({ threads: 1, deadlineMs: 0 });
    await expect(threads.parse('a', whatsapp(textMessage))).rejects.toMatchObject({ reason: 'deadline' });
    await expect(threads.parse('a', mail(fields))).rejects.toMatchObject({ reason: 'deadline' });
  });

  it('that takes too much memory fails, and the process continues', async () => {
    const threads = startThreads({ heapMb: 24 });
    const chunks = [Buffer.from(`[${'{"a":[{}]},'.repeat(400_000)}{}]`)];
    await expect(threads.parse('a', { ...mail({}), chunks })).rejects.toMatchObject({ reason: 'memory' });
    await expect(threads.parse('a', mail(fields))).resolves.toMatchObject({ items: [{ kind: 'message' }] });
  });

  it('of a tenant waits for the one before, and the ones of another tenant do not', async () => {
    const threads = startThreads({ program });
    const order: string[] = [];
    const note = (name: string) => () => void order.push(name);
    const slow = threads.parse('a', blocking('slow')).then(note('slow'));
    const behind = threads.parse('a', mail(fields)).then(note('behind'));
    await threads.parse('b', mail(fields)).then(note('other'));
    await end('slow', slow);
    await behind;
    expect(order).toEqual(['other', 'slow', 'behind']);
  });

  it('starts when one before it ends, also when two other tenants have many waiting', async () => {
    const threads = startThreads({ program });
    const [first, ...others] = ['a', 'b'].flatMap((tenantId) =>
      Array.from({ length: 20 }, (_, index) => threads.parse(tenantId, blocking(`${tenantId} ${index}`))),
    );
    const settled = Promise.allSettled(others);
    const small = threads.parse('c', mail(fields));
    await end('a 0', Promise.resolve(first));
    // All others still block.
    await small;
    await threads.close();
    expect(new Set((await settled).map(({ status }) => status))).toEqual(new Set(['rejected']));
  });

  it('is parsed in another thread when the idle one has ended', async () => {
    const started = once(process, 'worker');
    const threads = startThreads({ program });
    const parsing = threads.parse('a', mail({ subject: 'last' }));
    const [thread] = await started;
    const ended = once(thread, 'exit');
    await parsing;
    await ended;
    await expect(threads.parse('a', whatsapp(textMessage))).resolves.toMatchObject({ items: [] });
  });

  it('is refused when no thread becomes free in time', async () => {
    const threads = startThreads({ waitMs: 100, program });
    // This parsing ends when the threads are closed.
    threads.parse('a', blocking('always')).catch(() => undefined);
    await expect(threads.parse('a', mail(fields))).rejects.toMatchObject({ name: 'ParsingBusyError' });
  });

  it('is refused when the threads are closed: a running one, a waiting one, and a later one', async () => {
    const threads = startThreads({ program });
    const parsing = [blocking('always'), mail(fields)].map((payload) => threads.parse('a', payload));
    const settled = Promise.allSettled(parsing);
    await threads.close();
    parsing.push(threads.parse('b', mail(fields)));
    expect((await settled).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    for (const refused of parsing) await expect(refused).rejects.toMatchObject({ name: 'ParsingBusyError' });
  });
});
