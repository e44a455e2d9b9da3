import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { createTenant } from '@parley/core/administration';
import { useTestDatabase } from '@parley/testkit/hooks';
import { missingKeys } from './support/missing-keys.js';
import { runProgram } from './support/run-program.js';

// Each program is a process of its own, which takes a while on a busy machine.
jest.setTimeout(120_000);

const target = useTestDatabase();

beforeAll(async () => {
  await createTenant(target.database, { slug: 'one', name: 'one', plan: 'pro' });
});

const newKey = `second:${randomBytes(32).toString('base64')}`;
const unknown =
  'The encryption key "test" is missing, and the database has secrets that only it opens. Add it to the end of ENCRYPTION_KEYS (id:base64, newest first).\n';
const wrong =
  'The encryption key "test" does not unwrap a row of data_keys: ENCRYPTION_KEYS has another key under this id, or the row was changed. Set the key that the service used before.\n';
const malformed =
  'ENCRYPTION_KEYS must be keys like 2026-11:base64, newest first, separated by commas, each of 32 bytes and with an id of its own.\n';

describe('a start', () => {
  it.each([
    ['npm run start:api', 'api', 'no key', '', missingKeys],
    ['npm run start:api', 'api', 'another key', newKey, unknown],
    ['npm run start:api', 'api', 'another key under the id', newKey.replace('second', 'test'), wrong],
    ['npm run start:api', 'api', 'a malformed key', 'test:short', malformed],
    ['npm run start:worker', 'worker', 'no key', '', missingKeys],
    ['npm run start:worker', 'worker', 'another key', newKey, unknown],
    ['npm start', 'start', 'no key', '', missingKeys],
    ['npm start', 'start', 'another key', newKey, unknown],
  ])('%s (%s) does not start with %s; one line says what to do', async (command, program, _, keys, line) => {
    const more = { JWT_SECRET: 'long enough to be a secret of HS256', PORT: '0', HOST: '127.0.0.1' };
    const { code, stderr } = await runProgram(program, [], {
      DATABASE_URL: target.url,
      ENCRYPTION_KEYS: keys,
      ...more,
    });
    const prefix = command === 'npm start' ? 'Parley could not start. ' : '';
    expect({ code, stderr }).toEqual({ code: 1, stderr: `${prefix}${line}` });
  });
});
