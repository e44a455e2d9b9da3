import { describe, expect, test } from '@jest/globals';
import { expectStatus } from '@parley/testkit';
import { testMetricsToken } from '@parley/testkit/app';
import { useMailScene } from './hostile-mails.js';

const { app, channel, postMail } = useMailScene();

describe('a hostile mail', () => {
  test('over a limit becomes a message with the mail as its attachment, and is logged and counted', async () => {
    const mime = Buffer.from(
      `From: Eve <eve@example.com>\r\nSubject: lines\r\n\r\n${'\r\n'.repeat(300_000)}`,
    );
    const before = await countIncomplete();
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
    expect(await countIncomplete()).toBe(before + 1);
  });

  async function countIncomplete(): Promise<number> {
    const { text } = await app.send('GET', '/metrics', { token: testMetricsToken });
    const [, count = 0] = /parley_ingress_incomplete_mails_total\{reason="lines"\} (\d+)/.exec(text) ?? [];
    return Number(count);
  }
});

test('the results of SPF, DKIM and DMARC are stored with the message and returned', async () => {
  const head =
    'Authentication-Results: mx.example; spf=pass; dkim=none; dmarc=fail\r\nFrom: Eve <eve@example.com>';
  expect((await postMail(Buffer.from(`${head}\r\nSubject: who\r\n\r\nhello`))).status).toBe(200);
  const { id } = await app.database.prisma.message.findFirstOrThrow({ where: { subject: 'who' } });
  const { body } = expectStatus(await app.v3.call('getMessage', { params: { messageId: id } }), 200);
  expect(body.data.authentication).toEqual({ spf: 'pass', dkim: 'none', dmarc: 'fail' });
});
