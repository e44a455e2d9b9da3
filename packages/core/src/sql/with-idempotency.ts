import { type OpenTransaction, type Send, type Sql, statement } from '@parley/database';
import type { Context, IdempotencyRequest } from '../context.js';
import { DomainError } from '../domain-error.js';
import { retentionDaysSql } from '../plans/retention-of.js';
import { IdempotencySealing } from './idempotency-sealing.js';

/** The parts of a request and of its result that are secret and therefore stored sealed. */
export interface SecretParts<Result> {
  /** The field of the result that contains a secret. */
  readonly secretField?: keyof Result & string;
  /** Set when the request contains a secret: a plain hash of the request would let somebody guess a weak secret. */
  readonly hasSecretRequest?: boolean;
}

interface IdempotentWork<Result> {
  readonly work: () => Promise<Result>;
  readonly secrets: SecretParts<Result>;
}

/** Runs the work once per idempotency key; a repeated request gets the stored result. */
export async function withIdempotency<Result>(
  context: Context,
  { sql, send }: OpenTransaction,
  { work, secrets }: IdempotentWork<Result>,
): Promise<Result> {
  const request = context.idempotency;
  if (request === undefined) return work();
  // An earlier attempt of the same transaction may have set it.
  request.replayed = false;
  // The lookup is sent behind the lock, and sees what was committed before.
  const [, stored] = await Promise.all([
    lockKey(sql, context.tenantId, request.key),
    findStored(sql, context, request.key),
  ]);
  const sealing = new IdempotencySealing(sql, context, request.key);
  if (stored !== undefined) {
    const requestHash = await sealing.open('request_hash', stored.requestHash);
    const result = replay<Result>(request, { ...stored, requestHash });
    return sealing.openField(result, secrets.secretField);
  }
  const result = await work();
  const { requestHash } = request;
  store(send, context, {
    ...request,
    requestHash: secrets.hasSecretRequest ? await sealing.seal('request_hash', requestHash) : requestHash,
    result: await sealing.sealField(result, secrets.secretField),
  });
  return result;
}

const lock = statement<{ locked: boolean }>(
  'lock-idempotency-key',
  `select pg_try_advisory_xact_lock(hashtextextended($1::text || ':' || $2::text, 0)) as locked`,
);

/** The lock ends with the transaction, so a killed process leaves no key in progress. */
async function lockKey(sql: Sql, tenantId: string, key: string): Promise<void> {
  const [row] = await sql(lock, [tenantId, key]);
  if (row?.locked !== true) throw new DomainError('idempotency_in_progress');
}

interface StoredResult {
  operationId: string;
  requestHash: string;
  result: unknown;
}

const find = statement<StoredResult>(
  'find-idempotency-key',
  `select operation_id as "operationId", request_hash as "requestHash", result
     from idempotency_keys where tenant_id = $1::uuid and key = $2::text and expires_at > $3::timestamptz`,
);

async function findStored(sql: Sql, context: Context, key: string): Promise<StoredResult | undefined> {
  const [row] = await sql(find, [context.tenantId, key, context.now()]);
  return row;
}

function replay<Result>(request: IdempotencyRequest, stored: StoredResult): Result {
  if (stored.operationId !== request.operationId || stored.requestHash !== request.requestHash)
    throw new DomainError('idempotency_key_reused');
  request.replayed = true;
  // The same operation stored the result, so the result has the right type.
  return stored.result as Result;
}

const keep = statement(
  'store-idempotency-key',
  `insert into idempotency_keys (tenant_id, key, operation_id, request_hash, result, created_at, expires_at)
   select tenant.id, $2::text, $3::text, $4::text, $5::jsonb, $6::timestamptz,
     $6::timestamptz + interval '1 day' * ${retentionDaysSql('tenant', 'idempotencyKeys')}
   from tenants tenant where tenant.id = $1::uuid
   on conflict (tenant_id, key) do update set operation_id = excluded.operation_id,
     request_hash = excluded.request_hash, result = excluded.result,
     created_at = excluded.created_at, expires_at = excluded.expires_at`,
);

function store(
  send: Send,
  context: Context,
  { key, operationId, requestHash, result }: StoredResult & { readonly key: string },
): void {
  const values = [context.tenantId, key, operationId, requestHash];
  send(keep, [...values, JSON.stringify(result ?? null), context.now()]);
}
