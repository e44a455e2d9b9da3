import { createChannel, createTenant } from '../../fixtures/index.js';
import { openPoster } from '../caller.js';
import { emailChannel, ingressSecret } from '../email-channel.js';
import { repeat } from '../repeat.js';
import type { Scenario } from '../scenario.js';

const megabyte = 1_048_576;
const quotaMb = 10;
const mails = 60;

/**
 * Anyone can fill the storage of a workspace by sending mails with attachments. The gateway later resends mails for
 * which there was no room.
 */
export const scenario: Scenario = {
  name: 'mail-quota',
  // Mails that are stored at the same time may together exceed the limit by their own sizes.
  bound: { figure: 'stored by 60 mails of 1 MB with a limit of 10 MB', unit: 'MB', atMost: quotaMb + 4 },
  async run(stage) {
    const { url, database } = await stage.startCluster();
    const { id: tenantId } = await createTenant(database, {
      limitOverrides: { storedBytes: quotaMb * megabyte },
    });
    const { id: channelId } = await createChannel(database, tenantId, emailChannel);
    const post = openPoster(stage);
    const content = Buffer.alloc(megabyte, 'a').toString('base64');
    const headers = { 'content-type': 'application/json', 'x-parley-secret': ingressSecret };
    const replies = await repeat({ count: mails, atOnce: 4 }, (number) =>
      post(`${url}/ingress/${channelId}`, {
        headers,
        body: JSON.stringify({
          from: 'eve@example.com',
          messageId: `<${number}@example.com>`,
          text: 'Please find attached.',
          attachments: [{ name: 'a.bin', contentType: 'application/octet-stream', content }],
        }),
      }),
    );
    const refused = replies.filter(({ status }) => status !== 200);
    for (const { status, headers: responded, text } of refused) {
      if (status !== 503 || responded['retry-after'] === undefined)
        throw new Error(`The gateway got ${status}, so it may not send the mail again: ${text}`);
    }
    const { rows } = await database.pool.query<{ bytes: number }>(
      'select coalesce(sum(size), 0)::float8 as bytes from files where tenant_id = $1',
      [tenantId],
    );
    console.log(`  ${mails - refused.length} mails stored, ${refused.length} refused until there is room`);
    return (rows[0]?.bytes ?? Number.NaN) / megabyte;
  },
};
