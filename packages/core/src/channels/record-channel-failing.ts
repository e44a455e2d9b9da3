import { type ChannelProvider, type ChannelType, statement } from '@parley/database';
import type { Context } from '../context.js';
import { recordingSteps } from '../events/recording-sql.js';
import { newId } from '../ids.js';
import { jsonObject } from '../sql/json.js';
import { transact } from '../sql/transact.js';

/** The data of `channel.failing`: the channel, and the code of the last error. */
export interface FailingChannelRecord {
  readonly id: string;
  readonly type: ChannelType;
  readonly provider: ChannelProvider;
  readonly name: string;
  readonly error: ChannelError;
}

export interface ChannelError {
  readonly code: string;
  readonly message: string;
}

/**
 * Records `channel.failing`, at most once an hour for each channel. The event belongs to no contact, so no erasure
 * changes it. It therefore has a message of ours: the text of a provider may contain an address.
 */
export async function recordChannelFailing(
  context: Context,
  { channelId, code }: { channelId: string; code: string },
): Promise<void> {
  const { tenantId, now } = context;
  const error: ChannelError = { code, message: 'The provider does not accept the messages of the channel.' };
  await transact(context, async ({ send }) => {
    send(record, [tenantId, now(), newId(), channelId, JSON.stringify(error)]);
  });
}

const record = statement(
  'record-channel-failing',
  `with failing as (
     update channels set failing_event_at = $2::timestamptz
     where tenant_id = $1::uuid and id = $4::uuid
       and (failing_event_at is null or failing_event_at <= $2::timestamptz - interval '1 hour')
     returning id, type, provider, name
   ),
   ${recordingSteps(
     `select $3::uuid as id, 'channel.failing' as type, null::text as legacy_type, failing.id as channel_id,
        null::uuid as chat_id, null::uuid as contact_id, ${jsonObject<FailingChannelRecord>({
          id: 'failing.id',
          type: 'failing.type',
          provider: 'failing.provider',
          name: 'failing.name',
          error: '$5::json',
        })} as data from failing`,
   )}
   select count(*)::int as "eventCount", (select added from job) as "deliveryCount" from source`,
);
