import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { type Database, type Sql, sharedDatabase, statement, type WrappedKey } from '@parley/database';
import { LRUCache } from 'lru-cache';
import { newId } from '../../ids.js';

/** The key that seals the secrets of a tenant. */
interface DataKey {
  readonly id: string;
  readonly key: KeyObject;
}

export interface StoredDataKey extends WrappedKey {
  readonly tenantId: string;
  readonly id: string;
}

/** A cached key takes about a kilobyte, so the keys of all active tenants take a few megabytes. */
const maxCached = 10_000;

/**
 * The data keys of the tenants. Unwrapped ones are cached, so that opening a secret needs no statement. They never change
 * under their id: a rotation of `ENCRYPTION_KEYS` wraps the same key again.
 */
export class DataKeys {
  static readonly #byDatabase = new WeakMap<Database, DataKeys>();
  readonly #database: Database;
  readonly #unwrapped = new LRUCache<string, Promise<KeyObject>>({ max: maxCached });

  static of(database: Database): DataKeys {
    const shared = sharedDatabase(database);
    const keys = DataKeys.#byDatabase.get(shared) ?? new DataKeys(shared);
    DataKeys.#byDatabase.set(shared, keys);
    return keys;
  }

  private constructor(database: Database) {
    this.#database = database;
  }

  /** Returns the key for new secrets; the first call for a tenant creates it. It is not cached, since sealing is rare. */
  async current(sql: Sql, tenantId: string): Promise<DataKey> {
    const stored = (await findStored(sql, tenantId)) ?? (await this.#create(sql, tenantId));
    return { id: stored.id, key: await this.#unwrap(stored) };
  }

  /** Returns undefined when the tenant does not have this key. */
  async find(sql: Sql, tenantId: string, id: string): Promise<KeyObject | undefined> {
    const cached = this.#unwrapped.get(`${tenantId} ${id}`);
    if (cached !== undefined) return cached;
    const stored = await findStored(sql, tenantId);
    return stored?.id === id ? this.#unwrap(stored) : undefined;
  }

  /** Another transaction may create a key at the same moment; that key is then used. */
  async #create(sql: Sql, tenantId: string): Promise<StoredDataKey> {
    const id = newId();
    const { wrappingKeyId, wrapped } = await this.#database.keys.wrap(
      randomBytes(32),
      dataKeyContext({ tenantId, id }),
    );
    await sql(create, [tenantId, id, wrappingKeyId, wrapped]);
    const stored = await findStored(sql, tenantId);
    if (stored === undefined) throw new Error(`The data key of tenant ${tenantId} was not stored`);
    return stored;
  }

  /** Concurrent callers share one call, which a key management service may charge for. A failure is not cached. */
  #unwrap(stored: StoredDataKey): Promise<KeyObject> {
    const name = `${stored.tenantId} ${stored.id}`;
    const cached = this.#unwrapped.get(name);
    if (cached !== undefined) return cached;
    const unwrapped = this.#database.keys.unwrap(stored, dataKeyContext(stored)).then(createSecretKey);
    this.#unwrapped.set(name, unwrapped);
    unwrapped.catch(() => this.#unwrapped.delete(name));
    return unwrapped;
  }
}

export function dataKeyContext({ tenantId, id }: Pick<StoredDataKey, 'tenantId' | 'id'>) {
  return { table: 'data_keys', tenantId, id };
}

async function findStored(sql: Sql, tenantId: string): Promise<StoredDataKey | undefined> {
  const [stored] = await sql(find, [tenantId]);
  return stored;
}

const find = statement<StoredDataKey>(
  'find-data-key',
  `select tenant_id as "tenantId", id, wrapping_key_id as "wrappingKeyId", wrapped
   from data_keys where tenant_id = $1::uuid`,
);

const create = statement(
  'create-data-key',
  `insert into data_keys (tenant_id, id, wrapping_key_id, wrapped) values ($1::uuid, $2::uuid, $3::text, $4::bytea)
   on conflict do nothing`,
);
