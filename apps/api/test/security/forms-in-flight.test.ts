import { describe, expect, it } from '@jest/globals';
import { useResource } from '@parley/testkit/hooks';
import { waitUntil } from '@parley/testkit/wait-until';
import { echoHandlers, smallDocument, smallVersion } from '../http/support/small-version.js';
import { makeTenant, send, type TestTenant } from '../http/support/start-test-api.js';
import { useTestApi } from '../http/support/use-test-api.js';
import { openConnection, type RawConnection, statusOf } from './raw-connection.js';

const kibibyte = 1_024;
/** A tenant may use half of it. The first 16 KB of each body have a budget of their own, which is as large. */
const bodyBudgetBytes = 400 * kibibyte;

const form = {
  type: 'object',
  properties: {
    file: { type: 'string', contentMediaType: 'application/octet-stream' },
    note: { type: 'string' },
  },
};

const version = smallVersion({
  document: {
    ...smallDocument,
    paths: {
      ...smallDocument.paths,
      '/uploads': {
        post: {
          operationId: 'createUpload',
          security: [{ bearerAuth: ['notes:write'] }],
          requestBody: { content: { 'multipart/form-data': { schema: form } } },
          responses: {},
        },
      },
    },
  },
  handlers: { ...echoHandlers, createUpload: async () => ({ success: true }) },
});

const { db, tenant: one, api } = useTestApi({ config: { bodyBudgetBytes }, versions: [version] });
const other = useResource(() => makeTenant(db.database));

const head = (name: string) => `--x\r\nContent-Disposition: form-data; ${name}\r\n\r\n`;
const contentType = 'multipart/form-data; boundary=x';

const formBytes = 900_000;

/** Sends the beginning of a text, and stays connected. */
async function stall({ token }: TestTenant, bytes: number): Promise<RawConnection> {
  const connection = await openConnection(api.url);
  const fields = `Authorization: Bearer ${token}\r\nContent-Type: ${contentType}\r\nContent-Length: ${formBytes}`;
  const body = `${head('name="note"')}${'a'.repeat(bytes)}`;
  connection.socket.write(`POST /v3/uploads HTTP/1.1\r\nHost: x\r\n${fields}\r\n\r\n${body}`);
  return connection;
}

function upload({ token }: TestTenant, part: string, bytes: number) {
  const body = `${head(part)}${'a'.repeat(bytes)}\r\n--x--\r\n`;
  return send(`${api.url}/v3/uploads`, {
    method: 'POST',
    token,
    body,
    headers: { 'content-type': contentType },
  });
}

async function heldBytes(): Promise<number> {
  const text = await (await fetch(`${api.url}/metrics`)).text();
  return Number(/^parley_body_bytes (\d+)$/m.exec(text)?.[1]);
}

describe('forms in flight', () => {
  it('503 for a form whose texts exceed the tenant’s budget with those of unfinished forms; another tenant is served', async () => {
    const stalled = await Promise.all(Array.from({ length: 4 }, () => stall(one, 60 * kibibyte)));
    await waitUntil(async () => (await heldBytes()) > 4 * 44 * kibibyte);
    const refused = await upload(one, 'name="note"', 60 * kibibyte);
    expect(refused.status).toBe(503);
    expect(refused.body.error?.messageKey).toBe('service_unavailable');
    expect(refused.headers.get('retry-after')).toBe('2');
    expect((await upload(one, 'name="note"', 10 * kibibyte)).status).toBe(200);
    expect((await upload(other, 'name="note"', 60 * kibibyte)).status).toBe(200);
    for (const { socket } of stalled) socket.destroy();
    await waitUntil(async () => (await heldBytes()) === 0);
    expect((await upload(one, 'name="note"', 60 * kibibyte)).status).toBe(200);
  });

  it('503 for a text while it arrives; what arrives later is not counted', async () => {
    const { socket, received } = await stall(one, 300 * kibibyte);
    await waitUntil(() => statusOf(received()) === 503);
    const rest = formBytes - `${head('name="note"')}`.length - 300 * kibibyte;
    socket.write(`${'a'.repeat(rest)}GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n`);
    await waitUntil(() => received().includes('HTTP/1.1 200 '));
    expect(await heldBytes()).toBe(0);
    socket.destroy();
  });

  it('a file is counted once', async () => {
    expect((await upload(one, 'name="file"; filename="a.bin"', 190 * kibibyte)).status).toBe(200);
  });
});
