import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { postEvent } from '../../../src/outbound-http/request/post-event.js';
import { startReceiver, startTcpReceiver } from '../start-receiver.js';
import { useOutbound } from '../use-outbound.js';
import { untilClosed } from './watch-socket.js';

const { use, useAgent, post } = useOutbound({ allowedCidrs: ['127.0.0.0/8'] });

describe('the response', () => {
  it.each([200, 204, 299, 400, 404, 410, 429, 500, 503])('%d is passed on unchanged', async (statusCode) => {
    const receiver = await use(startReceiver((response) => response.writeHead(statusCode).end()));

    expect(await post(receiver)).toEqual({
      kind: 'responded',
      statusCode,
      bodyText: '',
      isTruncated: false,
      durationMs: expect.any(Number),
    });
  });

  it.each([301, 302, 303, 307, 308])('%d is not followed, wherever it leads', async (statusCode) => {
    const target = await use(startReceiver());
    const location = `http://127.0.0.1:${target.port}/latest/meta-data/`;
    const receiver = await use(
      startReceiver((response) => response.writeHead(statusCode, { location }).end()),
    );

    expect(await post(receiver)).toMatchObject({ kind: 'responded', statusCode });
    expect(target.sockets).toHaveLength(0);
  });

  it('has the pause that the receiver requests', async () => {
    const receiver = await use(
      startReceiver((response) => response.writeHead(503, { 'retry-after': '120' }).end()),
    );

    expect(await post(receiver)).toMatchObject({ statusCode: 503, retryAfterMs: 120_000 });
  });

  it('has the pause until the date that the receiver names, by the clock of the service', async () => {
    const date = 'Sun, 06 Nov 1994 08:49:37 GMT';
    const receiver = await use(
      startReceiver((response) => response.writeHead(503, { 'retry-after': date }).end()),
    );
    const now = () => new Date('1994-11-06T08:49:07Z');

    expect(await post(receiver, { now })).toMatchObject({ statusCode: 503, retryAfterMs: 30_000 });
  });

  it.each<{ value: string | string[] }>([{ value: ['5', '120'] }, { value: 'soon' }, { value: '' }])(
    'may request an invalid pause, which is ignored: $value',
    async ({ value }) => {
      const receiver = await use(
        startReceiver((response) => response.setHeader('retry-after', value).writeHead(503).end()),
      );

      expect(await post(receiver)).toEqual({
        kind: 'responded',
        statusCode: 503,
        bodyText: '',
        isTruncated: false,
        durationMs: expect.any(Number),
      });
    },
  );

  it('is kept up to 4 KiB, without NUL and with invalid UTF-8 replaced', async () => {
    const receiver = await use(
      startReceiver((response) =>
        response.end(
          Buffer.concat([Buffer.from('a\0b'), Buffer.from([0xff, 0xc3, 0x28]), Buffer.alloc(9_000, 'x')]),
        ),
      ),
    );

    const outcome = await post(receiver);

    expect(outcome).toMatchObject({ bodyText: `ab\uFFFD\uFFFD(${'x'.repeat(4_096 - 6)}` });
  });

  it('does not end with half a character', async () => {
    const receiver = await use(startReceiver((response) => response.end(`${'x'.repeat(4_095)}€ and more`)));

    expect(await post(receiver)).toMatchObject({ bodyText: 'x'.repeat(4_095) });
  });

  it('of 60 KiB is read completely, so that the connection can be reused', async () => {
    const receiver = await use(startReceiver((response) => response.end('x'.repeat(60 * 1024))));
    const agent = useAgent();
    const event = { url: `http://127.0.0.1:${receiver.port}/`, headers: {}, body: '{}' };

    await postEvent(agent, event);
    await setImmediate();
    await postEvent(agent, event);

    expect(receiver.sockets).toHaveLength(1);
  });

  it('without an end is stopped after 64 KiB and its connection is destroyed', async () => {
    const receiver = await use(
      startReceiver((response) => {
        response.writeHead(200);
        const chunk = Buffer.alloc(16 * 1024, 'x');
        const pour = () => {
          while (!response.destroyed && response.write(chunk));
        };
        response.on('drain', pour);
        pour();
      }),
    );

    const outcome = await post(receiver);

    expect(outcome).toMatchObject({ kind: 'responded', statusCode: 200, bodyText: 'x'.repeat(4_096) });
    await untilClosed(receiver.sockets[0]);
  });

  it('may follow a few interim responses, but not many', async () => {
    const hints = 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n';
    const final = 'HTTP/1.1 202 Accepted\r\ncontent-length: 0\r\n\r\n';
    const few = await use(
      startTcpReceiver((socket) => socket.once('data', () => socket.write(hints + final))),
    );
    const many = await use(
      startTcpReceiver((socket) => socket.once('data', () => socket.write(hints.repeat(100) + final))),
    );

    expect(await post(few)).toMatchObject({ kind: 'responded', statusCode: 202 });
    expect(await post(many)).toMatchObject({ kind: 'failed', reason: 'protocol' });
  });
});
