import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { useResource } from '@parley/testkit/hooks';
import type { WireRequest } from '../src/request/encode-request.js';
import { writeMultipart } from '../src/request/multipart.js';
import { renderCurl } from '../src/request/render-curl.js';
import { createWire } from '../src/wire/wire.js';
import { startReadingServer } from './planted/reading-server.js';

const run = promisify(execFile);
// Only this test needs curl, and a machine may not have it.
const hasCurl = spawnSync('curl', ['--version']).status === 0;
const server = useResource(startReadingServer, ({ stop }) => stop());

const request = {
  method: 'POST',
  target: '/items?q=it%27s',
  headers: { 'content-type': 'application/json', 'x-quote': `it's "$HOME" \`x\` \\n` },
  body: undefined,
  credentials: [],
} satisfies WireRequest;
const parts = [
  { name: 'title', bytes: Buffer.from('a "b" \\ c;d') },
  { name: 'file', fileName: 'a.bin', contentType: 'image/png', bytes: Buffer.from('\u00e9\n') },
];
const form = writeMultipart(parts);

const requests: Record<string, WireRequest> = {
  'a body with every kind of quote': {
    ...request,
    body: Buffer.from(`{"a":"it's \\"$TOKEN\\" \\u0000 \\\\ %s é"}`),
  },
  'no body': { ...request, method: 'DELETE', headers: {} },
  'binary bytes': {
    ...request,
    body: Buffer.from([0x22, 0xff, 0xc3, 0x28, 0x27, 0x25, 0x5c, 0, 0x22]),
  },
  'a body that is nested deeply': {
    ...request,
    body: Buffer.from(`{"a'b":${'{"%a":'.repeat(3000)}1${'}'.repeat(3000)}}`),
  },
  'a body that is too large': { ...request, body: Buffer.from('{}'), paddingBytes: 100_000 },
  'a long text': { ...request, body: Buffer.from(`"${'é'.repeat(5000)}"`) },
  'credentials in a header': { ...request, credentials: [{ kind: 'bearer', name: 'authorization' }] },
  'credentials in the query': { ...request, credentials: [{ kind: 'query', name: 'api key' }] },
  'credentials that are wrong': {
    ...request,
    credentials: [{ kind: 'header', name: 'X-Key' }],
    wrongToken: 'no',
  },
};

/** Sends the request once directly and once by the shell command, and returns what the server received. */
async function sendBoth(wanted: WireRequest) {
  const wire = createWire({
    baseUrl: server.url,
    token: 's3cret',
    headers: {},
    timeoutMs: 5000,
    connections: 1,
    maxWaitMs: 0,
    wait: () => Promise.resolve(),
  });
  await wire.send(wanted);
  await wire.close();
  const own = server.requests.at(-1);
  const command = renderCurl(server.url, wanted);
  await run('sh', ['-c', `${command} -s`], { env: { ...process.env, TOKEN: 's3cret' } });
  return { command, own, shell: server.requests.at(-1) };
}

describe('a request as a curl command', () => {
  it.each(Object.entries(requests))('is the same request: %s', async (_, wanted) => {
    if (!hasCurl) return;
    const { command, own, shell } = await sendBoth(wanted);
    const names = [...Object.keys(wanted.headers), 'authorization', 'x-key'];
    const seen = (from: typeof own) => ({
      line: `${from?.method} ${from?.url}`,
      headers: names.map((name) => from?.headers[name]),
      body: from?.body.toString('latin1'),
    });
    expect(seen(shell)).toEqual(seen(own));
    expect(command).not.toContain('s3cret');
    expect(command.length).toBeLessThan(900);
  });

  it('has the parts of a form as arguments', async () => {
    if (!hasCurl) return;
    const wanted = { ...request, headers: { 'content-type': form.contentType }, body: form.bytes, parts };
    const { command, shell } = await sendBoth(wanted);
    expect(command).toContain('-F ');
    expect(shell?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
    for (const { bytes } of parts) expect(shell?.body.includes(bytes)).toBe(true);
    expect(shell?.body.toString()).toMatch(/name="file"; filename="a.bin"\r\nContent-Type: image\/png/);
  });
});
