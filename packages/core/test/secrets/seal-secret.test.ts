import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Database, Sql } from '@parley/database';
import { newId } from '../../src/index.js';
import { channelSecret, webhookSecret } from '../../src/secrets/places.js';
import { openSecret, SealedSecretError, sealSecret } from '../../src/secrets/secrets.js';
import { createTenant } from '../testkit.js';
import { useWorlds } from '../use-worlds.js';

const worlds = useWorlds();
const secret = 'the-secret-of-a-partner';

let database: Database;
let sql: Sql;
let tenantId: string;
let otherId: string;

beforeAll(async () => {
  ({ database } = worlds);
  ({ sql } = database);
  tenantId = (await createTenant(database)).id;
  otherId = (await createTenant(database)).id;
});

const webhookId = newId();
const seal = (of = tenantId) => sealSecret({ database, sql }, webhookSecret(of, webhookId), secret);
const open = (sealed: string, place = webhookSecret(tenantId, webhookId)) =>
  openSecret({ database, sql }, place, sealed);

describe('a sealed secret', () => {
  test('opens in its place, and has a different text each time', async () => {
    const [one, other] = [await seal(), await seal()];
    expect(one).toMatch(/^sealed:v1:[0-9a-f-]{36}:[\w-]{60,}$/);
    expect(one).not.toBe(other);
    expect(one).not.toContain(secret);
    expect(await open(one)).toBe(secret);
    expect(await open(other)).toBe(secret);
  });

  test('that was stored plainly by an older release is read as it is', async () => {
    expect(await open('whsec_of-before')).toBe('whsec_of-before');
  });

  test('does not open in another row, column or tenant, even if that tenant has its own data key', async () => {
    const sealed = await seal();
    await seal(otherId);
    for (const place of [
      webhookSecret(tenantId, newId()),
      channelSecret(tenantId, webhookId, 'secret'),
      { ...webhookSecret(tenantId, webhookId), name: 'other' },
      webhookSecret(otherId, webhookId),
    ]) {
      await expect(open(sealed, place)).rejects.toThrow(SealedSecretError);
    }
  });

  test('does not open when one character was changed; the error names the row and contains no secret', async () => {
    const sealed = await seal();
    const position = sealed.length - 5;
    const changed =
      sealed.slice(0, position) + (sealed[position] === 'A' ? 'B' : 'A') + sealed.slice(position + 1);
    const error = await open(changed).catch((failure: Error) => failure);
    expect(error).toBeInstanceOf(SealedSecretError);
    const shown = error instanceof Error ? `${error.message} ${error.stack}` : '';
    expect(shown).toContain(
      `The secret "secret" of webhooks ${webhookId} cannot be opened: it was changed, or copied from another row.`,
    );
    expect(shown).not.toContain(secret);
    expect(shown).not.toContain(sealed.slice(50, 80));
    for (const broken of ['sealed:v1:', `${sealed}!`, sealed.slice(0, 50)]) {
      await expect(open(broken)).rejects.toThrow(SealedSecretError);
    }
  });
});

describe('the data key of a tenant', () => {
  test('is created once, however many transactions need it at the same time', async () => {
    const { id } = await createTenant(database);
    const sealed = await Promise.all(Array.from({ length: 8 }, () => seal(id)));
    expect(new Set(sealed.map((text) => text.split(':')[2])).size).toBe(1);
    const place = webhookSecret(id, webhookId);
    for (const text of sealed) expect(await open(text, place)).toBe(secret);
    expect(await database.prisma.dataKey.count({ where: { tenantId: id } })).toBe(1);
  });

  test('is read once by a process: opening more secrets needs no statement', async () => {
    const sealed = await seal();
    await open(sealed);
    let statements = 0;
    const counting: Sql = (statement, values) => {
      statements += 1;
      return sql(statement, values);
    };
    const place = webhookSecret(tenantId, webhookId);
    for (let count = 0; count < 10; count += 1) await openSecret({ database, sql: counting }, place, sealed);
    expect(statements).toBe(0);
  });

  test('is deleted with its tenant, and the key of a new tenant cannot open its secrets', async () => {
    const { id } = await createTenant(database);
    const sealed = await seal(id);
    await database.prisma.tenant.delete({ where: { id } });
    await createTenant(database, { id });
    await seal(id);
    const fresh = { ...database, keys: database.keys };
    await expect(openSecret({ database: fresh, sql }, webhookSecret(id, webhookId), sealed)).rejects.toThrow(
      'its data key does not exist',
    );
  });
});
