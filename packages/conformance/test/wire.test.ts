import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { createWire } from '../src/wire/wire.js';

const stops: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

/** Returns a wire to a server that responds as the test defines; `nth` counts the requests of one connection. */
async function connect(respond: (request: IncomingMessage, response: ServerResponse, nth: number) => void) {
  const counts = new WeakMap<Socket, number>();
  const seen: string[] = [];
  const server = createServer((request, response) => {
    const nth = (counts.get(request.socket) ?? 0) + 1;
    counts.set(request.socket, nth);
    seen.push(`${request.method} ${nth}`);
    respond(request, response, nth);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on a port has an address object with the port.
  const { port } = server.address() as AddressInfo;
  const wire = createWire({
    baseUrl: `http://127.0.0.1:${port}`,
    headers: {},
    timeoutMs: 5000,
    connections: 1,
    maxWaitMs: 0,
    wait: () => Promise.resolve(),
  });
  stops.push(() => wire.close());
  stops.push(() => new Promise((resolve) => server.close(resolve)));
  const post = () =>
    wire.send({ method: 'POST', target: '/', headers: {}, body: Buffer.from('{}'), credentials: [] });
  return { post, seen };
}

describe('a request whose connection is closed', () => {
  it('is not sent again if the connection was new', async () => {
    const { post, seen } = await connect((request) => request.socket.destroy());
    expect(await post()).toMatchObject({ failure: 'closed' });
    expect(seen).toEqual(['POST 1']);
  });

  it('is not sent again if a part of the response arrived', async () => {
    const { post, seen } = await connect((request, response, nth) => {
      if (nth === 1) return response.end('fine');
      response.writeHead(200, { 'content-length': '10' });
      return response.write('half', () => request.socket.destroy());
    });
    expect(await post()).toMatchObject({ status: 200 });
    expect(await post()).toMatchObject({ failure: 'closed' });
    expect(seen).toEqual(['POST 1', 'POST 2']);
  });

  it('is sent once more if the connection was reused and no byte arrived', async () => {
    const { post, seen } = await connect((request, response, nth) =>
      nth === 1 ? response.end('fine') : request.socket.destroy(),
    );
    expect(await post()).toMatchObject({ status: 200 });
    expect(await post()).toMatchObject({ status: 200 });
    expect(seen).toEqual(['POST 1', 'POST 2', 'POST 1']);
  });
});
