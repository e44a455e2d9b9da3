import { describe, expect, it } from '@jest/globals';
import { createContact, createTenant } from '@parley/testkit';
import type { CommandStage } from './support/command-stage.js';

export function describeContactsCommand(stage: CommandStage): void {
  describe('contacts', () => {
    it('lists the contacts that share an address, as a table and as JSON', async () => {
      const { id } = await createTenant(stage.database, { slug: 'hooli' });
      expect(await stage.run('contacts', 'duplicates', '--tenant', 'hooli')).toEqual({
        code: 0,
        stdout: 'No two contacts share an address.\n',
        stderr: '',
      });
      const first = await createContact(stage.database, id, { phoneNumber: '+4915512345678' });
      const second = await createContact(stage.database, id, { phoneNumber: '004915512345678' });
      const { stdout, ...rest } = await stage.run('contacts', 'duplicates', '--tenant', 'hooli');
      expect(rest).toEqual({ code: 0, stderr: '' });
      const rows = stdout.split('\n');
      expect(rows[0]).toMatch(/^TENANT +ADDRESS +WRITTEN AS +NAME +CHATS +ID$/);
      expect(rows[1]).toMatch(new RegExp(`^hooli +\\+4915512345678 +\\+4915512345678 +Ada .+${first.id}$`));
      expect(rows[2]).toMatch(new RegExp(`^hooli +\\+4915512345678 +004915512345678 +Ada .+${second.id}$`));
      expect(stdout).toContain('Nothing was merged.');
      const json = JSON.parse((await stage.run('contacts', 'duplicates', '--json')).stdout);
      expect(json).toMatchObject([
        { tenant: 'hooli', address: '+4915512345678', contacts: [{ id: first.id }, { id: second.id }] },
      ]);
    });

    it('normalize normalizes stored addresses, of one tenant or all, and can be repeated', async () => {
      const tenants = await Promise.all(
        ['soylent', 'tyrell'].map((slug) => createTenant(stage.database, { slug })),
      );
      for (const { id } of tenants) {
        await createContact(stage.database, id, { phoneNumber: '004930333444' });
        await createContact(stage.database, id, { phoneNumber: '+49 30 333555' });
      }
      const numbers = async () => {
        const where = { tenantId: { in: tenants.map(({ id }) => id) } };
        const orderBy = { id: 'asc' } as const;
        const contacts = await stage.database.prisma.contact.findMany({ where, orderBy });
        return contacts.map(({ phoneNumber }) => phoneNumber);
      };
      const done = 'Normalized 2 stored addresses.\n';
      const one = await stage.run('contacts', 'normalize', '--tenant', 'soylent');
      expect(one).toEqual({ code: 0, stdout: done, stderr: '' });
      expect(await numbers()).toEqual(['+4930333444', '+4930333555', '004930333444', '+49 30 333555']);
      const all = JSON.parse((await stage.run('contacts', 'normalize', '--json')).stdout);
      expect(all).toMatchObject({ changed: 2 });
      expect(await numbers()).toEqual(['+4930333444', '+4930333555', '+4930333444', '+4930333555']);
      expect((await stage.run('contacts', 'normalize', '--tenant', 'tyrell')).stdout).toBe(
        'Every stored address is in its normal form.\n',
      );
    });

    it('prints its help when the command line is invalid, and refuses an unknown tenant', async () => {
      const wrong = await stage.run('contacts');
      expect(wrong.code).toBe(2);
      expect(wrong.stderr).toContain('npm run contacts -- duplicates');
      expect(wrong.stderr).toContain('npm run contacts -- normalize');
      expect(await stage.run('contacts', 'duplicates', '--tenant', 'nobody')).toEqual({
        code: 1,
        stdout: '',
        stderr: 'There is no tenant "nobody".\n',
      });
    });
  });
}
