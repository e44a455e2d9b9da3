import { describe, expect, it, jest } from '@jest/globals';
import { guardDatabase, testEncryptionKeys, testSecret } from '@parley/testkit';
import { useResource, useTestDatabase } from '@parley/testkit/hooks';
import { runProgram } from './support/run-program.js';

// Each program is a process of its own, which takes a while on a busy machine.
jest.setTimeout(120_000);

const target = useTestDatabase();
const guarded = useResource(
  () => guardDatabase(target),
  ({ release }) => release(),
);

describe('with row-level security', () => {
  it('a process with another setting does not start, and says why in one line', async () => {
    const environment = {
      DATABASE_URL: guarded.roleUrl,
      ENCRYPTION_KEYS: testEncryptionKeys,
      JWT_SECRET: testSecret,
    };
    for (const program of ['api', 'worker'] as const) {
      expect(await runProgram(program, [], environment)).toEqual({
        code: 1,
        stdout: '',
        stderr: expect.stringMatching(
          /^[^\n]*Row-level security is on in the database[^\n]*row-security off\n$/,
        ),
      });
      const asOwner = { ...environment, DATABASE_URL: target.url, DATABASE_ROW_SECURITY: 'on' };
      expect(await runProgram(program, [], asOwner)).toEqual({
        code: 1,
        stdout: '',
        stderr: expect.stringMatching(/^[^\n]*does not apply to the role of DATABASE_URL[^\n]*\n$/),
      });
    }
  });
});
