import type { ChannelProvider, ChannelType } from '@parley/database';
import { defineResource } from '../resources/resource.js';
import { declaredEnums, enumField } from '../search/declared-enums.js';
import type { SearchableResource } from '../search/searchable.js';
import { jsonObject, timestampText } from '../sql/json.js';
import type { QuietHours } from '../time-zones/quiet-hours.js';

/** The providers of channels; each has an adapter. */
export const channelProviders = declaredEnums.channel_provider;

/** The public part of a channel; its secrets never leave the service. */
export interface ChannelRecord {
  readonly id: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly type: ChannelType;
  readonly provider: ChannelProvider;
  readonly name: string;
  readonly settings: ChannelSettings;
  readonly secretNames: readonly string[];
  readonly stopWords: readonly string[];
  readonly startWords: readonly string[];
  readonly quietHours: QuietHours | null;
}

export type ChannelSettings = Readonly<Record<string, string | number | boolean>>;

export const channels: SearchableResource<ChannelRecord> = {
  ...defineResource<ChannelRecord>({ name: 'channel', table: 'channels', recordOf: channelJson }),
  searchColumn: 'name',
  fields: {
    id: { kind: 'id', column: 'id' },
    createdAt: { kind: 'timestamp', column: 'created_at' },
    updatedAt: { kind: 'timestamp', column: 'updated_at' },
    name: { kind: 'text', column: 'name' },
    type: { ...enumField('channel_type'), column: 'type' },
    provider: { ...enumField('channel_provider'), column: 'provider' },
  },
};

function channelJson(row: string): string {
  return jsonObject<ChannelRecord>({
    id: `${row}.id`,
    createdAt: timestampText(`${row}.created_at`),
    updatedAt: timestampText(`${row}.updated_at`),
    type: `${row}.type`,
    provider: `${row}.provider`,
    name: `${row}.name`,
    settings: `${row}.settings`,
    secretNames: `array(select name from jsonb_object_keys(${row}.secrets) as secret(name) order by name)`,
    stopWords: `${row}.stop_words`,
    startWords: `${row}.start_words`,
    quietHours: `${row}.quiet_hours`,
  });
}
