import { randomBytes } from 'node:crypto';
import { type Database, runInTransaction, sharedDatabase, statement } from '@parley/database';
import { newId } from '../ids.js';
import {
  type StoredFileUrlKey,
  unwrapFileUrlSecret,
  wrapFileUrlSecret,
} from '../secrets/keys/file-url-secrets.js';

export interface FileUrlKey {
  readonly id: string;
  readonly secret: Buffer;
  readonly createdAt: Date;
}

const day = 24 * 60 * 60 * 1_000;

/** A key is used for signing for this long; then the first process that needs a key creates the next one. */
const signsForMs = 30 * day;

/** A key is kept until its last signed URL has expired, with some time for the caches of processes. */
export const keepFileUrlKeyMs = signsForMs + 2 * day;

/** Keys are cached for this long. A key that an operator deletes is trusted no longer than this. */
const cacheMs = 60_000;

/** Anyone can send URLs with unknown keys; they cause no more than one load in this time. */
const unknownMs = 1_000;

/**
 * The keys of signed URLs. They are in the database, which every API process and every worker has (docs/decisions/0036),
 * wrapped by `ENCRYPTION_KEYS`.
 */
export class FileUrlKeys {
  static readonly #byDatabase = new WeakMap<Database, FileUrlKeys>();
  readonly #database: Database;
  #keys: Promise<readonly FileUrlKey[]> | undefined;
  #loadedAtMs = 0;
  #isLoading = false;

  static of(database: Database): FileUrlKeys {
    const shared = sharedDatabase(database);
    const keys = FileUrlKeys.#byDatabase.get(shared) ?? new FileUrlKeys(shared);
    FileUrlKeys.#byDatabase.set(shared, keys);
    return keys;
  }

  private constructor(database: Database) {
    this.#database = database;
  }

  /** Returns the key that signs now. */
  async current(now: Date): Promise<FileUrlKey> {
    const [newest] = await this.#loadedWithin(cacheMs, now);
    if (newest === undefined) throw new Error('No key for signing the URL of a file was found');
    return newest;
  }

  /** Another process may have created the key since the last load. */
  async find(id: string, now: Date): Promise<FileUrlKey | undefined> {
    const isWanted = (key: FileUrlKey) => key.id === id;
    const cached = await this.#loadedWithin(cacheMs, now);
    return cached.find(isWanted) ?? (await this.#loadedWithin(unknownMs, now)).find(isWanted);
  }

  /** All callers share one load. */
  #loadedWithin(maxAgeMs: number, now: Date): Promise<readonly FileUrlKey[]> {
    const isFresh = this.#isLoading || Math.abs(now.getTime() - this.#loadedAtMs) < maxAgeMs;
    return (isFresh && this.#keys) || this.#load(now);
  }

  #load(now: Date): Promise<readonly FileUrlKey[]> {
    this.#isLoading = true;
    this.#loadedAtMs = now.getTime();
    const keys = this.#readOrCreate(now);
    this.#keys = keys;
    const end = (loaded: typeof keys | undefined) => {
      this.#isLoading = false;
      this.#keys = loaded;
    };
    keys.then(
      () => end(keys),
      () => end(undefined),
    );
    return keys;
  }

  async #readOrCreate(now: Date): Promise<readonly FileUrlKey[]> {
    const known = await this.#unwrapAll(await this.#database.sql(list, []));
    const oldestToSign = new Date(now.getTime() - signsForMs);
    const [newest] = known;
    if (newest && newest.createdAt > oldestToSign) return known;
    const id = newId();
    const created = await wrapFileUrlSecret(this.#database.keys, { id, secret: randomBytes(32) });
    const stored = await runInTransaction(this.#database, async ({ sql }) => {
      await sql(lock, []);
      await sql(createUnlessYoung, [id, created.wrapped, now, oldestToSign, created.wrappingKeyId]);
      return sql(list, []);
    });
    return this.#unwrapAll(stored);
  }

  #unwrapAll(stored: readonly ListedKey[]): Promise<FileUrlKey[]> {
    return Promise.all(
      stored.map(async ({ id, createdAt, ...wrapped }) => ({
        id,
        createdAt,
        secret: await unwrapFileUrlSecret(this.#database.keys, { id, ...wrapped }),
      })),
    );
  }
}

interface ListedKey extends StoredFileUrlKey {
  readonly createdAt: Date;
}

/** Maintenance deletes old keys, so there are only two or three. */
const list = statement<ListedKey>(
  'list-file-url-keys',
  `select id, secret, wrapping_key_id as "wrappingKeyId", created_at as "createdAt"
   from file_url_keys order by created_at desc, id desc`,
);

/**
 * The lock is a statement of its own, since the next statement must see a key that was committed while this one waited.
 */
const lock = statement(
  'lock-file-url-keys',
  `select pg_advisory_xact_lock(hashtextextended('file_url_keys', 3))`,
);

const createUnlessYoung = statement(
  'create-file-url-key',
  `insert into file_url_keys (id, secret, created_at, wrapping_key_id)
   select $1::uuid, $2::bytea, $3::timestamptz, $5::text
   where not exists (select from file_url_keys where created_at > $4::timestamptz)`,
);
