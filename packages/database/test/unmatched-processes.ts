import { describe, expect, test } from '@jest/globals';
import { turnOffRowSecurity } from '../src/index.js';
import { inspectDatabase } from '../src/refuse-unless-migrated.js';
import type { GuardedDatabase } from './support/guarded-database.js';

/** Row-level security is on when each test begins. */
export function describeUnmatchedProcesses(guarded: () => GuardedDatabase): void {
  describe('a process that does not match the database', () => {
    test('does not start with DATABASE_ROW_SECURITY=off on guarded tables', async () => {
      await expect(inspectDatabase(guarded().roleUrl, 'off')).rejects.toThrow(
        /^Row-level security is on in the database, [^\n]*Set DATABASE_ROW_SECURITY=on [^\n]*npm run migrate -- row-security off$/,
      );
    });

    test('does not start with DATABASE_ROW_SECURITY=on if tables are unguarded', async () => {
      await guarded().owner.query('alter table labels disable row level security');
      await expect(inspectDatabase(guarded().roleUrl, 'on')).rejects.toThrow(
        /^DATABASE_ROW_SECURITY is on, but these tables have no row-level security: labels\. [^\n]*npm run migrate -- row-security on$/,
      );
      await turnOffRowSecurity(guarded().ownerUrl);
      await expect(inspectDatabase(guarded().roleUrl, 'on')).rejects.toThrow(
        /: api_keys, \w+, \w+ and \d+ more\. /,
      );
    });

    test('does not start with DATABASE_ROW_SECURITY=on as a role to which no policy applies', async () => {
      await expect(inspectDatabase(guarded().ownerUrl, 'on')).rejects.toThrow(
        /^DATABASE_ROW_SECURITY is on, but row-level security does not apply to the role of DATABASE_URL/,
      );
    });

    test('starts with the matching setting, and with DATABASE_ROW_SECURITY=ready in both cases', async () => {
      await inspectDatabase(guarded().roleUrl, 'on');
      await inspectDatabase(guarded().roleUrl, 'ready');
      // Row-level security does not restrict the owner.
      await inspectDatabase(guarded().ownerUrl, 'off');
      await turnOffRowSecurity(guarded().ownerUrl);
      await inspectDatabase(guarded().roleUrl, 'off');
      await inspectDatabase(guarded().roleUrl, 'ready');
    });
  });
}
