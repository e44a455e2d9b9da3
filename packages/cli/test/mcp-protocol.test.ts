import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createHome, type Home, type Running } from './support/run-parley.js';

/** A service that never responds, and whose requests tell when they were given up. */
let service: Server;
let home: Home;

beforeAll(async () => {
  service = createServer().listen(0, '127.0.0.1');
  await once(service, 'listening');
  const { port } = service.address() as AddressInfo;
  home = createHome({ PARLEY_URL: `http://127.0.0.1:${port}`, PARLEY_TOKEN: 'opaque' });
});
afterAll(() => {
  service.closeAllConnections();
  service.close();
});

describe('parley mcp, line by line', () => {
  it.each([
    ['{', { id: null, error: { code: -32_700 } }],
    ['[]', { id: null, error: { code: -32_600 } }],
    ['7', { id: null, error: { code: -32_600 } }],
    ['{"id":1,"method":"ping"}', { id: 1, error: { code: -32_600 } }],
    ['{"jsonrpc":"2.0","id":1,"method":"tools/list","params":[]}', { id: 1, error: { code: -32_602 } }],
    ['{"jsonrpc":"2.0","id":1,"method":"tools/call"}', { id: 1, error: { code: -32_602 } }],
    ['{"jsonrpc":"2.0","id":null,"method":"ping"}', { id: null, error: { code: -32_600 } }],
    ['{"jsonrpc":"2.0","id":1,"method":"resources/list"}', { id: 1, error: { code: -32_601 } }],
    [
      '{"jsonrpc":"2.0","id":"a","method":"tools/call","params":{"name":"x"}}',
      { id: 'a', error: { code: -32_602 } },
    ],
    [
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_chat","arguments":[]}}',
      { id: 1, error: { code: -32_602 } },
    ],
    ['{"jsonrpc":"2.0","id":0,"method":"ping"}', { id: 0, result: {} }],
    ['{"jsonrpc":"2.0",\r"id":"\u2028","method":"ping"}\r', { id: '\u2028', result: {} }],
    [
      '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2024-11-05"}}',
      { id: 1, result: { protocolVersion: '2024-11-05' } },
    ],
    [
      '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2099-01-01"}}',
      { id: 1, result: { protocolVersion: '2025-11-25' } },
    ],
  ])('%s', async (line, expected) => {
    const { status, stdout } = await home.run(['mcp'], { input: `${line}\n` });
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ jsonrpc: '2.0', ...expected });
  });

  it('replies to a batch with a batch, which leaves notifications out', async () => {
    const batch = [
      { jsonrpc: '2.0', id: 1, method: 'ping' },
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      { jsonrpc: '2.0', id: 2, method: 'resources/list' },
      7,
    ];
    const { stdout } = await home.run(['mcp'], { input: `${JSON.stringify(batch)}\n` });
    expect(JSON.parse(stdout)).toMatchObject([
      { jsonrpc: '2.0', id: 1, result: {} },
      { jsonrpc: '2.0', id: 2, error: { code: -32_601 } },
      { jsonrpc: '2.0', id: null, error: { code: -32_600 } },
    ]);
  });

  it('goes on after garbage, and reads a last line without an end', async () => {
    const { status, stdout } = await home.run(['mcp'], {
      input: '\u0000\ufffd{]\n{"jsonrpc":"2.0","id":1,"method":"ping"}',
    });
    const replies = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(status).toBe(0);
    expect(replies).toMatchObject([
      { id: null, error: { code: -32_700 } },
      { id: 1, result: {} },
    ]);
  });

  it('ignores notifications, responses and empty lines', async () => {
    const lines = [
      '',
      '{"jsonrpc":"2.0","method":"notifications/initialized"}',
      '{"jsonrpc":"2.0","id":1,"result":{}}',
      '[{"jsonrpc":"2.0","method":"notifications/initialized"}]',
    ];
    const { status, stdout } = await home.run(['mcp'], { input: `${lines.join('\n')}\n` });
    expect([status, stdout]).toEqual([0, '']);
  });

  it('offers every tool for a token that does not tell its scopes', async () => {
    const input = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}\n';
    const { stdout } = await home.run(['mcp'], { input });
    expect(JSON.parse(stdout).result.tools).toHaveLength(20);
  });

  it('gives up a call that is cancelled, and does not reply to it', async () => {
    const server = home.start(['mcp']);
    const lines = createInterface({ input: server.stdout })[Symbol.asyncIterator]();
    const { closed } = await startCall(server);
    send(server, { method: 'notifications/cancelled', params: { requestId: 1 } });
    await closed;
    send(server, { id: 2, method: 'ping' });
    expect(JSON.parse((await lines.next()).value)).toMatchObject({ id: 2, result: {} });
    server.stdin.end();
    expect(await server.exited).toBe(0);
  });

  it('gives up its calls and ends when its host has gone', async () => {
    const server = home.start(['mcp']);
    const { closed } = await startCall(server);
    server.stdin.end();
    await closed;
    expect(await server.exited).toBe(0);
  });
});

function send(server: Running, message: object): void {
  server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
}

/** Starts a call and waits until it has reached the service. `closed` is when the call was given up. */
async function startCall(server: Running): Promise<{ closed: Promise<unknown> }> {
  const asked = once(service, 'request');
  send(server, { id: 1, method: 'tools/call', params: { name: 'get_workspace' } });
  const [request] = await asked;
  return { closed: once(request.socket, 'close') };
}
