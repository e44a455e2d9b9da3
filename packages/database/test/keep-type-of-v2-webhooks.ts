import { expect, test } from '@jest/globals';
import { withClient } from './support/sessions.js';
import type { EarlierStates } from './support/use-earlier-states.js';

const idOf = (number: number) => `0193a1e0-5c00-7000-8000-0000000000${String(number).padStart(2, '0')}`;
const tenantId = idOf(1);
const smsId = idOf(2);

/** The events that a webhook can have after changes by v2 and v3, and the type and channel that v2 must then show. */
const cases = [
  { events: [['SMS_MESSAGE_STATUS', smsId]], expected: ['SMS_MESSAGE_STATUS', smsId] },
  {
    events: [
      ['message.sent', null],
      ['EMAIL_MESSAGE_RECEIVED', null],
    ],
    expected: ['EMAIL_MESSAGE_RECEIVED', null],
  },
  { events: [['message.updated', smsId]], expected: ['SMS_MESSAGE_STATUS', null] },
  { events: [], expected: ['WHATSAPP_MESSAGE_RECEIVED', null] },
] as const;

export function describeKeptTypes(states: EarlierStates): void {
  test('an old v2 webhook keeps the type and the channel that v2 gave it, or the closest match', async () => {
    const { url, migration } = await states.createBefore('_keep_type_of_v2_webhooks');
    await withClient(url, async (client) => {
      await client.query(`insert into tenants (id, slug, name) values ($1, 'older', 'Older')`, [tenantId]);
      await client.query(
        `insert into channels (tenant_id, id, type, provider, name) values ($1, $2, 'sms', 'sandbox', 'SMS')`,
        [tenantId, smsId],
      );
      for (const [index, { events }] of cases.entries()) {
        await client.query(
          `insert into webhooks (tenant_id, id, url, api_version, secret) values ($1, $2, 'https://a.example', 'v2', 's')`,
          [tenantId, idOf(10 + index)],
        );
        for (const [place, [type, channelId]] of events.entries()) {
          const scopes = channelId && JSON.stringify([{ type: 'channel', ids: [channelId] }]);
          await client.query('insert into webhook_events values ($1, $2, $3, $4, $5, $6)', [
            tenantId,
            idOf(10 + index),
            place,
            type,
            scopes,
            channelId ? [channelId] : [],
          ]);
        }
      }
      await client.query(migration.script);
      const { rows } = await client.query('select legacy_type, legacy_channel_id from webhooks order by id');
      expect(rows.map((row) => Object.values(row))).toEqual(cases.map(({ expected }) => expected));
    });
  });
}
