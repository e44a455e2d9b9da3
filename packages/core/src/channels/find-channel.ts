import { type ChannelType, type Database, statement } from '@parley/database';
import { isId } from '../ids.js';
import { type LimitedTenant, limitsOf } from '../plans/limits-of.js';
import type { Limits } from '../plans/plans.js';
import type { SecretSource } from '../secrets/secrets.js';
import { jsonObject } from '../sql/json.js';
import { openChannelSecrets } from './channel-secrets.js';

/** A channel with everything that its adapter needs. It includes secrets and never leaves the service. */
export interface ConfiguredChannel {
  readonly id: string;
  readonly tenantId: string;
  readonly type: ChannelType;
  readonly provider: string;
  readonly settings: unknown;
  readonly secrets: unknown;
}

/** A channel as the ingress needs it. */
export interface IngressChannel extends ConfiguredChannel {
  /** The country of the workspace, in ISO 3166-1 alpha-2. */
  readonly defaultCountry: string | null;
  readonly limits: Limits;
  /** The waiting jobs of the workspace, as they were last counted. */
  readonly waitingJobs: number;
}

/** Finds a channel by its id alone, because a provider's request does not name the tenant. */
export async function findChannel(
  database: Database,
  channelId: string,
): Promise<IngressChannel | undefined> {
  if (!isId(channelId)) return undefined;
  const { sql } = database;
  const [row] = await sql(find, [channelId]);
  if (row === undefined) return undefined;
  const { record, defaultCountry, waitingJobs } = row;
  const channel = await openChannel({ database, sql }, record);
  return { ...channel, defaultCountry, waitingJobs, limits: limitsOf(row) };
}

/** A channel as it is stored: its secrets are sealed. */
export interface SealedChannel extends Omit<ConfiguredChannel, 'secrets'> {
  readonly sealedSecrets: Readonly<Record<string, string>>;
}

export async function openChannel(
  source: SecretSource,
  { sealedSecrets, ...channel }: SealedChannel,
): Promise<ConfiguredChannel> {
  return { ...channel, secrets: await openChannelSecrets(source, channel, sealedSecrets) };
}

export function sealedChannelJson(row: string): string {
  return jsonObject<SealedChannel>({
    id: `${row}.id`,
    tenantId: `${row}.tenant_id`,
    type: `${row}.type`,
    provider: `${row}.provider`,
    settings: `${row}.settings`,
    sealedSecrets: `${row}.secrets`,
  });
}

interface IngressRow extends LimitedTenant, Pick<IngressChannel, 'defaultCountry' | 'waitingJobs'> {
  readonly record: SealedChannel;
}

const find = statement<IngressRow>(
  'find-configured-channel',
  `select ${sealedChannelJson('channel')} as record, tenant.default_country as "defaultCountry", tenant.plan,
     tenant.requests_per_minute as "requestsPerMinute", tenant.limit_overrides as "limitOverrides",
     coalesce((select jobs from waiting_job_counts where tenant_id = tenant.id), 0) as "waitingJobs"
   from channels channel join tenants tenant on tenant.id = channel.tenant_id
   where channel.id = $1::uuid and tenant.deletion_started_at is null`,
);
