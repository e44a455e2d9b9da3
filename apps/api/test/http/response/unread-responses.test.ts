import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { waitUntil } from '@parley/testkit/wait-until';
import { UnreadResponses } from '../../../src/http/response/unread-responses.js';

const megabyte = 1_048_576;
/** More than the buffers of a connection hold, so that an unread response stays in memory. */
const bytes = 16 * megabyte;

describe('UnreadResponses', () => {
  let server: Server | undefined;
  let readers: { socket: Socket; isClosed: boolean }[] = [];

  afterEach(async () => {
    for (const { socket } of readers) socket.destroy();
    readers = [];
    server?.close();
    server?.closeAllConnections();
    if (server) await once(server, 'close');
  });

  /** Starts a server that sends 16 MB to the tenant in the path. */
  async function start(maxBytes: number) {
    const warnings: object[] = [];
    const unread = new UnreadResponses({ warn: (line: object) => void warnings.push(line) }, maxBytes);
    const text = 'x'.repeat(bytes);
    const responses: ServerResponse[] = [];
    server = createServer((request, response) => {
      responses.push(response);
      if (request.url === '/endless') {
        response.write('x');
        return;
      }
      response.writeHead(200, { 'content-length': bytes });
      response.end(text);
      unread.add(response, { tenantId: String(request.url), bytes });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    /** Sends a request and reads nothing of the response unless it is told to. */
    async function request(tenant: string) {
      const socket = connect({ host: '127.0.0.1', port }).on('error', () => undefined);
      const reader = { socket, isClosed: false };
      readers.push(reader);
      socket.pause().once('close', () => {
        reader.isClosed = true;
      });
      const count = responses.length;
      socket.write(`GET ${tenant} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
      await waitUntil(() => responses.length > count);
      return responses[count];
    }
    /** Sends requests on one connection without waiting for a response; that of the first one never ends. */
    async function pipeline(tenants: readonly string[]) {
      const socket = connect({ host: '127.0.0.1', port }).on('error', () => undefined);
      readers.push({ socket, isClosed: false });
      const count = responses.length;
      const paths = ['/endless', ...tenants];
      socket.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`).join(''));
      await waitUntil(() => responses.length === count + paths.length);
      return { first: responses[count] };
    }
    return { request, pipeline, warnings };
  }

  it('closes the oldest response of the tenant with the most bytes, and none of another tenant', async () => {
    const { request, warnings } = await start(3.5 * bytes);
    const other = await request('/other');
    const first = await request('/slow');
    const second = await request('/slow');
    expect([other?.req.socket.destroyed, first?.req.socket.destroyed, second?.req.socket.destroyed]).toEqual([
      false,
      false,
      false,
    ]);
    const third = await request('/slow');
    expect([other?.req.socket.destroyed, first?.req.socket.destroyed]).toEqual([false, true]);
    expect([second?.req.socket.destroyed, third?.req.socket.destroyed]).toEqual([false, false]);
    expect(warnings).toEqual([{ tenantId: '/slow', bytes: expect.any(Number) }]);
  });

  it('counts a response no longer when it was read or its connection was closed', async () => {
    const { request, warnings } = await start(2.5 * bytes);
    const read = await request('/slow');
    readers[0]?.socket.resume();
    await waitUntil(() => read?.writableFinished === true);
    const left = await request('/slow');
    readers[1]?.socket.destroy();
    await waitUntil(() => left?.req.socket.destroyed === true);
    const responses = [await request('/slow'), await request('/slow')];
    expect(responses.map((response) => response?.req.socket.destroyed)).toEqual([false, false]);
    expect(warnings).toEqual([]);
  });

  it('closes a connection whose responses wait behind one that never ends', async () => {
    const { pipeline, request, warnings } = await start(2.5 * bytes);
    const { first } = await pipeline(['/slow', '/slow', '/slow']);
    expect(first?.req.socket.destroyed).toBe(true);
    expect(warnings).toHaveLength(1);
    // Nothing of it is counted any more.
    const others = [await request('/slow'), await request('/slow')];
    expect(others.map((response) => response?.req.socket.destroyed)).toEqual([false, false]);
  });

  it('counts responses that wait behind another one no longer when their connection was closed', async () => {
    const { pipeline, request, warnings } = await start(2.5 * bytes);
    const { first } = await pipeline(['/slow', '/slow']);
    // As after a timeout. Such a server does not read, so it does not notice that the client has left.
    first?.req.socket.destroy();
    const others = [await request('/slow'), await request('/slow')];
    expect(others.map((response) => response?.req.socket.destroyed)).toEqual([false, false]);
    expect(warnings).toEqual([]);
  });

  it('leaves a single response that is larger than the maximum', async () => {
    const { request } = await start(megabyte);
    expect((await request('/slow'))?.req.socket.destroyed).toBe(false);
  });
});
