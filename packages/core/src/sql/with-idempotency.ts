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
  const { locked, stored: found } = await lockKeys(sql, context, [request.key]);
  if (!locked.has(request.key)) throw new DomainError('idempotency_in_progress');
  const stored = found.get(request.key);
  const sealing = new IdempotencySealing(sql, context, request.key);
  if (stored !== undefined) {
    const requestHash = await sealing.open('request_hash', stored.requestHash);
    const result = replay<Result>(request, { ...stored, requestHash });
    return sealing.openField(result, secrets.secretField);
  }
  const result = await work();
  const { requestHash } = request;
  store(send, context, [
    {
      ...request,
      requestHash: secrets.hasSecretRequest ? await sealing.seal('request_hash', requestHash) : requestHash,
      result: await sealing.sealField(result, secrets.secretField),
    },
  ]);
  return result;
}

/** A request that may share a transaction with others of its tenant. */
interface SharedRequest {
  readonly context: Context;
}

/**
 * Like `withIdempotency`, for requests that share a transaction. Returns those that may run now: they have no key, or nobody
 * has used it. Their results must be given to `storeResults`. Each of the others needs a transaction of its own, which
 * decides about it; so does the second of two requests with the same key.
 */
export async function lockNewKeys<Request extends SharedRequest>(
  { sql }: OpenTransaction,
  requests: readonly Request[],
): Promise<Request[]> {
  const byKey = new Map([...requests].reverse().map((request) => [keyOf(request), request]));
  const keys = [...byKey.keys()].filter((key) => key !== undefined);
  const [first] = requests;
  if (first === undefined || keys.length === 0) return [...requests];
  const { locked, stored } = await lockKeys(sql, first.context, keys);
  return requests.filter((request) => {
    const key = keyOf(request);
    return key === undefined || (byKey.get(key) === request && locked.has(key) && !stored.has(key));
  });
}

/** Stores each result under the idempotency key of its request, if it has one. Neither may contain a secret. */
export function storeResults(
  { send }: OpenTransaction,
  results: readonly (readonly [SharedRequest, unknown])[],
): void {
  const [first] = results;
  const stored = results.flatMap(([{ context }, result]) =>
    context.idempotency ? [{ ...context.idempotency, result }] : [],
  );
  if (first && stored.length > 0) store(send, first[0].context, stored);
}

function keyOf({ context }: SharedRequest): string | undefined {
  return context.idempotency?.key;
}

interface StoredResult {
  key: string;
  operationId: string;
  requestHash: string;
  result: unknown;
}

/**
 * Returns the keys that nobody else has locked, and the results that were stored earlier. The locks end with the transaction,
 * so a killed process leaves no key in progress.
 */
async function lockKeys(sql: Sql, { tenantId, now }: Context, keys: readonly string[]) {
  // The lookup is sent behind the lock, and sees what was committed before.
  const [locked, stored] = await Promise.all([
    sql(lock, [tenantId, keys]),
    sql(find, [tenantId, keys, now()]),
  ]);
  return {
    locked: new Set(locked.map(({ key }) => key)),
    stored: new Map(stored.map((result) => [result.key, result])),
  };
}

const lock = statement<{ key: string }>(
  'lock-idempotency-keys',
  `select key from unnest($2::text[]) as given(key)
   where pg_try_advisory_xact_lock(hashtextextended($1::text || ':' || key, 0))`,
);

const find = statement<StoredResult>(
  'find-idempotency-keys',
  `select key, operation_id as "operationId", request_hash as "requestHash", result
   from idempotency_keys where tenant_id = $1::uuid and key = any ($2::text[]) and expires_at > $3::timestamptz`,
);

function replay<Result>(request: IdempotencyRequest, stored: StoredResult): Result {
  if (stored.operationId !== request.operationId || stored.requestHash !== request.requestHash)
    throw new DomainError('idempotency_key_reused');
  request.replayed = true;
  // The same operation stored the result, so the result has the right type.
  return stored.result as Result;
}

const keep = statement(
  'store-idempotency-keys',
  `insert into idempotency_keys (tenant_id, key, operation_id, request_hash, result, created_at, expires_at)
   select tenant.id, given.key, given."operationId", given."requestHash", given.result::jsonb, $2::timestamptz,
     $2::timestamptz + interval '1 day' * ${retentionDaysSql('tenant', 'idempotencyKeys')}
   from tenants tenant cross join json_to_recordset($3::json)
     as given(key text, "operationId" text, "requestHash" text, result text)
   where tenant.id = $1::uuid
   on conflict (tenant_id, key) do update set operation_id = excluded.operation_id,
     request_hash = excluded.request_hash, result = excluded.result,
     created_at = excluded.created_at, expires_at = excluded.expires_at`,
);

function store(send: Send, { tenantId, now }: Context, results: readonly StoredResult[]): void {
  const rows = results.map(({ key, operationId, requestHash, result }) => {
    return { key, operationId, requestHash, result: JSON.stringify(result ?? null) };
  });
  send(keep, [tenantId, now(), JSON.stringify(rows)]);
}
