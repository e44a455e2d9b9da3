import { describe, expect, it } from '@jest/globals';
import { useResource } from '@parley/testkit/hooks';
import { waitUntil } from '@parley/testkit/wait-until';
import { startTestApi } from '../http/support/start-test-api.js';
import { useTestApi } from '../http/support/use-test-api.js';
import { isServed, openConnection, statusOf } from './raw-connection.js';

const stage = useTestApi();

describe('many connections', () => {
  it('over the limit are closed at once; open ones are served, and new ones once there are fewer', async () => {
    const busy = await startTestApi({
      database: stage.db.database,
      limits: { maxConnections: 20 },
    });
    const open = await Promise.all(Array.from({ length: 20 }, () => openConnection(busy.url)));
    const refused = await Promise.all(
      Array.from({ length: 50 }, async () => (await openConnection(busy.url)).closed),
    );
    expect(refused.map(({ response }) => response)).toEqual(Array(50).fill(''));
    const [first, second] = open;
    first?.socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    expect(statusOf((await first?.closed)?.response ?? '')).toBe(200);
    second?.socket.destroy();
    await waitUntil(() => isServed(busy.url));
    for (const { socket } of open) socket.destroy();
    await busy.stop();
  });

  it('with a thousand requests at once on one get the responses in the order of the requests', async () => {
    const connection = await openConnection(stage.api.url);
    const request = 'GET /healthz HTTP/1.1\r\nHost: x\r\n';
    connection.socket.write(`${request}\r\n`.repeat(999));
    connection.socket.write(`${request}Connection: close\r\n\r\n`);
    const { response } = await connection.closed;
    expect(response.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(1_000);
  });
});

describe('an endless head', () => {
  // This server has the default timeouts, because these tests are about size and not about time.
  const unhurried = useResource(() => startTestApi({ database: stage.db.database }));

  it.each<[string, string, string, number[]]>([
    ['lines', 'GET /healthz HTTP/1.1\r\n', `X-Header: ${'a'.repeat(100)}\r\n`, [431]],
    ['one line', 'GET /healthz HTTP/1.1\r\nX-Header: ', 'a'.repeat(1_000), [431]],
    ['a path', 'GET /', 'a'.repeat(1_000), [431]],
    ['a method', '', 'A'.repeat(1_000), [400]],
    [
      'the extension of a chunk',
      'POST /v3/notes HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1;',
      'a'.repeat(1_000),
      [401, 413],
    ],
    [
      'trailers',
      'POST /v3/notes HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n',
      `X-Trailer: ${'a'.repeat(100)}\r\n`,
      [401, 431],
    ],
  ])('%s', async (_name, head, more, statuses) => {
    const { socket, received, closed } = await openConnection(unhurried.url);
    socket.write(head);
    let sent = 0;
    while (socket.writable && !socket.closed && sent < 16 * 1_048_576) {
      sent += more.length;
      if (!socket.write(more))
        await Promise.race([closed, new Promise<void>((resolve) => socket.once('drain', resolve))]);
    }
    await closed;
    expect(sent).toBeLessThan(16 * 1_048_576);
    expect(statuses).toContain(statusOf(received()));
  });
});
