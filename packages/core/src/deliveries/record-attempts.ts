import { type Database, type LockOptions, sqlByKeys, statement } from '@parley/database';
import { isAt, placeOfRow } from '../sql/delivery-place.js';
import { finishedJobsSql } from './finished-jobs-sql.js';

/** The outcome of an attempt, and what it means for the delivery. */
export interface AttemptRecord {
  readonly tenantId: string;
  readonly eventId: string;
  readonly deliveryId: string;
  readonly webhookId: string;
  readonly leaseToken: string;
  readonly startedAt: Date;
  readonly durationMs: number;
  readonly statusCode: number | null;
  readonly error: string | null;
  readonly responseBody: string | null;
  /** `pending` with the time of the next attempt, or the final status of the delivery. */
  readonly status: 'succeeded' | 'pending' | 'failed';
  readonly nextAttemptAt: Date | null;
  /** Whether the attempt says something about the health of the webhook; an internal error does not. */
  readonly affectsHealth: boolean;
}

export interface RecordOptions extends LockOptions {
  readonly now: Date;
}

export interface RecordedAttempt {
  readonly leaseToken: string;
  readonly webhookId: string;
  /** The time since which the webhook had been failing before this attempt; null when it had not. */
  readonly failingSince: Date | null;
}

/**
 * Writes attempts, the resulting states and the jobs of the retries in one statement. An attempt that is missing in the
 * result was not recorded: its lease had passed to another worker, or the webhook was deleted.
 */
export function recordAttempts(
  database: Pick<Database, 'pool' | 'scope' | 'trace'>,
  attempts: readonly AttemptRecord[],
  { now, ...locks }: RecordOptions,
): Promise<RecordedAttempt[]> {
  return sqlByKeys(database, locks)(record, [
    attempts.map(({ tenantId }) => tenantId),
    attempts.map(({ deliveryId }) => deliveryId),
    attempts.map(({ leaseToken }) => leaseToken),
    attempts.map(({ status }) => status),
    attempts.map(({ nextAttemptAt }) => nextAttemptAt),
    attempts.map(({ startedAt }) => startedAt),
    attempts.map(({ durationMs }) => durationMs),
    attempts.map(({ statusCode }) => statusCode),
    attempts.map(({ error }) => error),
    attempts.map(({ responseBody }) => responseBody),
    now,
    attempts.map(({ affectsHealth }) => affectsHealth),
    attempts.map(({ webhookId }) => webhookId),
    attempts.map(({ eventId }) => eventId),
  ]);
}

/**
 * Each row is looked up by its key and updated by its physical location, as in the claim. Webhooks are locked before
 * deliveries, as in disabling or deleting one, and only when their health changes, which is rare. It runs only with
 * `sqlByKeys`, as the claim.
 */
const record = statement<RecordedAttempt & { jobs: number }>(
  'record-delivery-attempts',
  `with outcome as materialized (
     select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::timestamptz[], $6::timestamptz[],
       $7::int[], $8::int[], $9::text[], $10::text[], $12::bool[], $13::uuid[], $14::uuid[])
       as outcome(tenant_id, delivery_id, lease_token, status, next_attempt_at, started_at, duration_ms, status_code,
         error, response_body, is_telling, webhook_id, event_id)
     order by delivery_id
   ),
   changing as materialized (
     select from (
       select webhook.id from webhooks webhook
       join (
         select tenant_id, webhook_id, bool_or(status = 'succeeded') as is_healthy,
           bool_or(status <> 'succeeded') as is_failing
         from outcome where is_telling group by 1, 2
       ) judged on judged.tenant_id = webhook.tenant_id and judged.webhook_id = webhook.id
       where case when webhook.failing_since is null then judged.is_failing else judged.is_healthy end
       order by webhook.id for no key update of webhook
     ) webhook
   ),
   held as materialized (
     select found.*, outcome.* from (select count(*) as webhooks from changing) locked cross join outcome
     cross join lateral (
       select ${placeOfRow} from deliveries
       where tenant_id = outcome.tenant_id and event_id = outcome.event_id and id = outcome.delivery_id
         and lease_token = outcome.lease_token
         and locked.webhooks >= 0
       limit 1 for no key update
     ) found
   ),
   finished as (
     update deliveries delivery
     set status = outcome.status::delivery_status, next_attempt_at = outcome.next_attempt_at, lease_token = null,
       lease_expires_at = null, last_status_code = outcome.status_code, updated_at = $11::timestamptz,
       delivered_at = case when outcome.status = 'succeeded' then $11::timestamptz end
     from held as outcome
     where ${isAt('outcome')}
     returning delivery.tenant_id, delivery.event_id, delivery.id, delivery.webhook_id, delivery.ordered_chat_id, delivery.sequence,
       delivery.status, delivery.attempt_count, delivery.next_attempt_at - $11::timestamptz as wait,
       outcome.lease_token, outcome.started_at, outcome.duration_ms, outcome.status_code, outcome.error,
       outcome.response_body, outcome.is_telling, delivery.resend_of_id is not null as is_bulk
   ),
   attempt as (
     insert into delivery_attempts (tenant_id, delivery_id, number, started_at, duration_ms, status_code, error,
       response_body)
     select tenant_id, id, attempt_count, started_at, duration_ms, status_code, error, response_body from finished
     on conflict do nothing
   ),
   health as (
     update webhooks webhook
     set failing_since = case when judged.is_healthy then null else $11::timestamptz end
     from (
       select tenant_id, webhook_id, bool_or(status = 'succeeded') as is_healthy from finished
       where is_telling group by 1, 2
     ) judged
     where webhook.tenant_id = judged.tenant_id and webhook.id = judged.webhook_id
       and judged.is_healthy = (webhook.failing_since is not null)
   ),
   job as (${finishedJobsSql})
   select finished.lease_token as "leaseToken", finished.webhook_id as "webhookId",
     webhook.failing_since as "failingSince", (select added from job) as jobs
   from finished
   join webhooks webhook on webhook.tenant_id = finished.tenant_id and webhook.id = finished.webhook_id`,
);
