import { randomBytes } from 'node:crypto';
import { type Database, statement } from '@parley/database';
import { newId } from '../ids.js';

export interface FileUrlKey {
  readonly id: string;
  readonly secret: Buffer;
  readonly createdAt: Date;
}

const day = 24 * 60 * 60 * 1_000;

/** A key signs for this long; then the first process that needs one creates the next. */
const signsForMs = 30 * day;

/** Longer than a key signs, a process caches it, and the last URL that it signed lives. */
export const keepFileUrlKeyMs = signsForMs + 2 * day;

/** A key that an operator deletes is trusted no longer than this. */
const cacheMs = 60_000;

/**
 * The keys of signed URLs. They are in the database, which every API process and every worker has, and which also has the
 * files that the keys protect (docs/decisions/0036). Two processes may create a key at the same time; both are valid.
 */
export class FileUrlKeys {
  static readonly #byDatabase = new WeakMap<Database, FileUrlKeys>();
  readonly #database: Database;
  #keys: Promise<readonly FileUrlKey[]> | undefined;
  #loadedAtMs = 0;

  static of(database: Database): FileUrlKeys {
    const keys = FileUrlKeys.#byDatabase.get(database) ?? new FileUrlKeys(database);
    FileUrlKeys.#byDatabase.set(database, keys);
    return keys;
  }

  private constructor(database: Database) {
    this.#database = database;
  }

  /** Returns the key that signs now. */
  async current(now: Date): Promise<FileUrlKey> {
    const [newest] = await this.#cached(now);
    if (newest === undefined) throw new Error('There is no key to sign the URL of a file with');
    return newest;
  }

  /** Another process may have created the key since the last load. */
  async find(id: string, now: Date): Promise<FileUrlKey | undefined> {
    const isWanted = (key: FileUrlKey) => key.id === id;
    return (await this.#cached(now)).find(isWanted) ?? (await this.#load(now)).find(isWanted);
  }

  #cached(now: Date): Promise<readonly FileUrlKey[]> {
    const isFresh = Math.abs(now.getTime() - this.#loadedAtMs) < cacheMs;
    return (isFresh && this.#keys) || this.#load(now);
  }

  #load(now: Date): Promise<readonly FileUrlKey[]> {
    const keys = this.#readOrCreate(now);
    this.#keys = keys;
    this.#loadedAtMs = now.getTime();
    keys.catch(() => {
      if (this.#keys === keys) this.#keys = undefined;
    });
    return keys;
  }

  async #readOrCreate(now: Date): Promise<readonly FileUrlKey[]> {
    const { sql } = this.#database;
    const known = await sql(list, []);
    const [newest] = known;
    if (newest && now.getTime() - newest.createdAt.getTime() < signsForMs) return known;
    return [...(await sql(create, [newId(), randomBytes(32), now])), ...known];
  }
}

/** More than can be valid at a time. */
const maxKeys = 100;

const list = statement<FileUrlKey>(
  'list-file-url-keys',
  `select id, secret, created_at as "createdAt" from file_url_keys order by created_at desc, id desc limit ${maxKeys}`,
);

const create = statement<FileUrlKey>(
  'create-file-url-key',
  `insert into file_url_keys (id, secret, created_at) values ($1::uuid, $2::bytea, $3::timestamptz)
   returning id, secret, created_at as "createdAt"`,
);
