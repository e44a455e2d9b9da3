import type { Sql } from '@parley/database';
import type { Context } from '../context.js';
import { idempotencySecret } from '../secrets/places.js';
import type { SecretPlace } from '../secrets/sealed-text.js';
import { openSecret, type SecretSource, sealSecret } from '../secrets/secrets.js';

/** Seals and opens the secrets of one stored result. */
export class IdempotencySealing {
  readonly #source: SecretSource;
  readonly #place: (name: string) => SecretPlace;

  constructor(sql: Sql, { database, tenantId }: Context, key: string) {
    this.#source = { sql, database };
    this.#place = (name) => idempotencySecret(tenantId, key, name);
  }

  seal(name: string, secret: string): Promise<string> {
    return sealSecret(this.#source, this.#place(name), secret);
  }

  open(name: string, stored: string): Promise<string> {
    return openSecret(this.#source, this.#place(name), stored);
  }

  async sealField<Result>(result: Result, field: (keyof Result & string) | undefined): Promise<Result> {
    return field === undefined
      ? result
      : { ...result, [field]: await this.seal(field, String(result[field])) };
  }

  async openField<Result>(result: Result, field: (keyof Result & string) | undefined): Promise<Result> {
    return field === undefined
      ? result
      : { ...result, [field]: await this.open(field, String(result[field])) };
  }
}
