import { monitorEventLoopDelay } from 'node:perf_hooks';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Channel } from '@parley/database';
import { createChannel, expectStatus } from '@parley/testkit';
import { startTestApp, type TestApp, testMetricsToken } from '@parley/testkit/app';
import { buildHostileMails } from '../../../../../packages/testkit/src/abuse/hostile-mails.js';

let app: TestApp;
let channel: Channel;
beforeAll(async () => {
  app = await startTestApp();
  channel = await createChannel(app.database, app.tenant.id, {
    type: 'email',
    provider: 'email',
    settings: { authservId: 'mx.example' },
    secrets: { ingressSecret: 'a-secret-of-the-mail-gateway' },
  });
});
afterAll(() => app?.stop());

const headers = { 'content-type': 'application/json', 'x-parley-secret': 'a-secret-of-the-mail-gateway' };

function postMail(mime: Buffer) {
  const text = JSON.stringify({ raw: mime.toString('base64') });
  return app.send('POST', `/ingress/${channel.id}`, { text, headers });
}

/**
 * How long the event loop may be blocked. Each of these mails took between one and ten seconds when it was parsed on
 * the event loop.
 */
const maxDelayMs = 700;

describe('a hostile mail', () => {
  const small = buildHostileMails().filter(({ mime }) => mime.length < 1_000_000);

  test.each(small)('$name: 200, and the event loop is never blocked', async ({ mime }) => {
    const delay = monitorEventLoopDelay({ resolution: 5 });
    delay.enable();
    const { status } = await postMail(mime);
    delay.disable();
    expect(status).toBe(200);
    expect(delay.max / 1e6).toBeLessThan(maxDelayMs);
  });

  test('over a limit becomes a message with the mail as its attachment, and is logged and counted', async () => {
    const mime = Buffer.from(
      `From: Eve <eve@example.com>\r\nSubject: lines\r\n\r\n${'\r\n'.repeat(300_000)}`,
    );
    const { status } = await postMail(mime);
    expect(status).toBe(200);
    const message = await app.database.prisma.message.findFirstOrThrow({
      where: { channelId: channel.id, subject: 'lines' },
    });
    expect(message.attachments).toMatchObject([
      { name: 'mail.eml', contentType: 'message/rfc822', size: mime.length },
    ]);
    expect(app.logs.some((line) => line.includes('"reason":"lines"') && line.includes(channel.id))).toBe(
      true,
    );
    const metrics = await app.send('GET', '/metrics', { token: testMetricsToken });
    expect(metrics.text).toMatch(/parley_ingress_incomplete_mails_total\{reason="lines"\} 2/);
  });
});

test('the results of SPF, DKIM and DMARC are stored with the message and returned', async () => {
  const head =
    'Authentication-Results: mx.example; spf=pass; dkim=none; dmarc=fail\r\nFrom: Eve <eve@example.com>';
  expect((await postMail(Buffer.from(`${head}\r\nSubject: who\r\n\r\nhello`))).status).toBe(200);
  const { id } = await app.database.prisma.message.findFirstOrThrow({ where: { subject: 'who' } });
  const { body } = expectStatus(await app.v3.call('getMessage', { params: { messageId: id } }), 200);
  expect(body.data.authentication).toEqual({ spf: 'pass', dkim: 'none', dmarc: 'fail' });
});
