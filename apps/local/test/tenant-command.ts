import { describe, expect, it } from '@jest/globals';
import { createContact, createTenant, openStoredTenant } from '@parley/testkit';
import type { CommandStage } from './support/command-stage.js';

export function describeTenantCommand(stage: CommandStage): void {
  const { run } = stage;

  describe('tenant', () => {
    it('creates a tenant, on the free plan by default', async () => {
      const { code, stdout } = await run('tenant', 'create', 'globex', '--name', 'Globex');
      const stored = await stage.database.prisma.tenant.findUniqueOrThrow({ where: { slug: 'globex' } });
      const tenant = await openStoredTenant(stage.database, stored);
      expect(stored.signingSecret).not.toContain('whsec_');
      expect(tenant).toMatchObject({ name: 'Globex', plan: 'free', requestsPerMinute: null });
      expect({ code, stdout }).toEqual({
        code: 0,
        stdout:
          `SLUG    NAME    PLAN  REQUESTS/MIN  COUNTRY  LANGUAGE  ID\nglobex  Globex  free  of the plan   none     none      ${tenant.id}\n\n` +
          `Signing secret for the calls of its automations, shown only now: ${tenant.signingSecret}\n`,
      });
    });

    it('refuses a slug that is already used', async () => {
      const { code, stderr } = await run('tenant', 'create', 'acme');
      expect({ code, stderr }).toEqual({ code: 1, stderr: 'There is already a tenant "acme".\n' });
    });

    it('lists tenants as a table', async () => {
      const { stdout } = await run('tenant', 'list');
      expect(stdout).toMatch(
        /^SLUG +NAME +PLAN +REQUESTS\/MIN +COUNTRY +LANGUAGE +ID\nacme +Acme +pro +of the plan +none +none +[0-9a-f-]{36}\n/,
      );
    });

    it('changes a plan, with its own request limit if requested', async () => {
      const args = ['set-plan', 'acme', 'enterprise', '--requests-per-minute', '2000'];
      expect((await run('tenant', ...args)).stdout).toMatch(/acme +Acme +enterprise +2000/);
    });

    it('sets a limit for one tenant, and resets it to that of the plan', async () => {
      const { code, stdout } = await run('tenant', 'set-limit', 'acme', 'automations', '7');
      expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringMatching(/^automations +7$/m) });
      expect(await stage.database.prisma.tenant.findUnique({ where: { slug: 'acme' } })).toMatchObject({
        limitOverrides: { automations: 7 },
      });
      expect((await run('tenant', 'set-limit', 'acme', 'automations', 'plan')).stdout).toMatch(
        /^automations +5000$/m,
      );
      expect((await run('tenant', 'set-limit', 'acme', 'automation', '7')).stderr).toMatch(
        /^Unknown limit "automation"\. The limits are: requestsPerMinute, runsPerEvent, automations, /,
      );
      expect((await run('tenant', 'set-limit', 'acme', 'automations', 'many')).code).toBe(2);
    });

    it('refuses a limit that is too large, and names the maximum', async () => {
      const { code, stderr } = await run('tenant', 'set-limit', 'acme', 'runsPerEvent', '9999999999');
      expect({ code, stderr }).toEqual({
        code: 1,
        stderr: 'The limit "runsPerEvent" must be a whole number from 0 to 1000000000.\n',
      });
    });

    it('shows and sets the retention of one tenant and of all', async () => {
      const { code, stdout } = await run('tenant', 'retention', 'acme', 'messages', '365');
      expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringMatching(/^messages +365$/m) });
      expect((await run('tenant', 'retention', '--all', 'messages', 'forever')).stdout).toMatch(
        /^messages +forever$/m,
      );
      expect((await run('tenant', 'retention', 'acme')).stdout).toMatch(/^events +30\nmessages +365$/m);
      expect((await run('tenant', 'retention', 'acme', 'events', 'forever')).stderr).toBe(
        'The events cannot be kept forever.\n',
      );
      expect((await run('tenant', 'retention', 'acme', 'events', 'long')).code).toBe(2);
    });

    it('sets the country, and normalizes stored national numbers', async () => {
      const { prisma } = stage.database;
      const { id } = await createTenant(stage.database, { slug: 'initech' });
      const contact = await createContact(stage.database, id, { phoneNumber: '015512345678' });
      const { code, stdout } = await run('tenant', 'set-country', 'initech', 'de');
      expect(code).toBe(0);
      expect(stdout).toMatch(/initech .+ DE +none +[0-9a-f-]{36}\nNormalized 1 stored addresses\.\n$/);
      expect(await prisma.contact.findFirst({ where: { id: contact.id } })).toMatchObject({
        phoneNumber: '+4915512345678',
      });
      expect((await run('tenant', 'set-country', 'initech', 'none')).stdout).toMatch(/initech .+ none +/);
      expect(await prisma.tenant.findFirst({ where: { id } })).toMatchObject({ defaultCountry: null });
    });

    it('refuses an unknown country', async () => {
      const { code, stderr } = await run('tenant', 'set-country', 'acme', 'XX');
      expect({ code, stderr }).toEqual({
        code: 1,
        stderr: '"XX" is not the code of a country; write two letters of ISO 3166-1 such as DE, US or BR.\n',
      });
      expect(await stage.database.prisma.tenant.findUnique({ where: { slug: 'acme' } })).toMatchObject({
        defaultCountry: null,
      });
      expect((await run('tenant', 'set-country', 'acme')).code).toBe(2);
    });

    it('sets the language of searches, and lists the languages instead of an unknown one', async () => {
      const { prisma } = stage.database;
      const { id } = await createTenant(stage.database, { slug: 'umbrella' });
      expect(await run('tenant', 'set-language', 'umbrella', 'German')).toMatchObject({
        code: 0,
        stdout: expect.stringMatching(/umbrella .+ none +german +[0-9a-f-]{36}\n$/),
      });
      expect(await prisma.tenant.findFirst({ where: { id } })).toMatchObject({ searchLanguage: 'german' });
      const { code, stderr } = await run('tenant', 'set-language', 'umbrella', 'klingon');
      expect({ code, stderr }).toEqual({
        code: 1,
        stderr: expect.stringMatching(/^"klingon" is not a language of this .+: arabic, .+ german, .+\n$/),
      });
      expect((await run('tenant', 'set-language', 'umbrella')).code).toBe(2);
      expect((await run('tenant', 'set-language', 'umbrella', 'none')).code).toBe(0);
      expect(await prisma.tenant.findFirst({ where: { id } })).toMatchObject({ searchLanguage: null });
    });

    it('sets the time zone, and refuses a name that is none', async () => {
      const { id } = await createTenant(stage.database, { slug: 'pied-piper' });
      expect(await run('tenant', 'set-time-zone', 'pied-piper', 'Europe/Berlin')).toMatchObject({
        code: 0,
        stdout: 'The time zone of pied-piper is Europe/Berlin.\n',
      });
      expect(await run('tenant', 'set-time-zone', 'pied-piper', 'Mars/Olympus')).toMatchObject({
        code: 1,
        stderr: '"Mars/Olympus" is not an IANA time zone such as Europe/Berlin or UTC.\n',
      });
      expect((await run('tenant', 'set-time-zone', 'pied-piper')).code).toBe(2);
      const stored = await stage.database.prisma.tenant.findFirst({ where: { id } });
      expect(stored).toMatchObject({ timeZone: 'Europe/Berlin' });
    });

    it('prints its help with --help', async () => {
      const help = await run('tenant', '--help');
      expect(help).toMatchObject({ code: 0, stderr: '' });
      expect(help.stdout).toContain('npm run tenant -- set-plan <slug> <plan>');
    });
  });
}
