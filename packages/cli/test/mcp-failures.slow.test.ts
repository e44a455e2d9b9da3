import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from '@jest/globals';
import { createHome } from './support/run-parley.js';

const token = 'a-token-that-nobody-may-see';
const home = createHome({ PARLEY_TOKEN: token });

describe('parley mcp, with a service that is not well', () => {
  it('says that nothing responds', async () => {
    const { result, printed } = await callTool(await closedUrl());
    expect(result).toMatchObject({ isError: true });
    expect(result.content[0].text).toContain('got no response: ECONNREFUSED');
    expect(result.content[0].text).toContain('Is the service running, and is its URL right?');
    expect(printed).not.toContain(token);
  });

  it.each([
    [
      'a refused token',
      401,
      'unauthorized',
      'Log in with another token: npx parley login, or set PARLEY_TOKEN.',
    ],
    ['a missing scope', 403, 'forbidden', 'Use a token of a key that has this scope.'],
    ['a defect of the service', 500, 'internal_server_error', 'Quote the request when you report this.'],
  ])('explains %s', async (_, status, messageKey, advice) => {
    const error = { success: false, error: { messageKey, message: 'A text of the service.' } };
    const { result, printed } = await callService((_request, response) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(error));
    });
    expect(result).toMatchObject({ isError: true });
    expect(result.content[0].text).toContain(`${status} ${messageKey}`);
    expect(result.content[0].text).toContain(advice);
    expect(printed).not.toContain(token);
  });

  it('explains a response of something else', async () => {
    const { result, printed } = await callService((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Log in to the network</h1>');
    });
    expect(result).toMatchObject({ isError: true });
    expect(result.content[0].text).toContain('GET /workspace');
    expect(printed).not.toContain(token);
  });

  it('passes a response of five megabytes on', async () => {
    const name = 'ä'.repeat(2_500_000);
    const { result } = await callService((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ success: true, data: { name } }));
    });
    expect(JSON.parse(result.content[0].text).data.name === name).toBe(true);
  });

  it.each(['two words', 'a\nb', 'gehe…im'])('refuses %j as a token, and does not print it', async (wrong) => {
    const { status, stdout, stderr } = await home.run(['mcp'], { env: { PARLEY_TOKEN: wrong } });
    expect([status, stdout, stderr]).toEqual([
      2,
      '',
      'The token must be text without "Bearer " and spaces. Log in again, or set PARLEY_TOKEN.\n',
    ]);
  });
});

/** The URL of a service that has just ended. */
async function closedUrl(): Promise<string> {
  const service = createServer().listen(0, '127.0.0.1');
  await once(service, 'listening');
  const { port } = service.address() as AddressInfo;
  service.close();
  await once(service, 'close');
  return `http://127.0.0.1:${port}`;
}

async function callService(respond: RequestListener) {
  const service = createServer(respond).listen(0, '127.0.0.1');
  try {
    await once(service, 'listening');
    return await callTool(`http://127.0.0.1:${(service.address() as AddressInfo).port}`);
  } finally {
    service.closeAllConnections();
    service.close();
  }
}

/** Calls a tool. Returns its result, and everything that the command has printed. */
async function callTool(url: string) {
  const server = home.start(['mcp'], { env: { PARLEY_URL: url } });
  const errors = text(server.stderr);
  const reply = once(createInterface({ input: server.stdout }), 'line');
  const request = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'get_workspace' } };
  server.stdin.write(`${JSON.stringify(request)}\n`);
  const [line] = await reply;
  server.stdin.end();
  await server.exited;
  return { result: JSON.parse(line).result, printed: `${line}${await errors}` };
}
