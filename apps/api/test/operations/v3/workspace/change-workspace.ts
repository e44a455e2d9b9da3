import { describe, expect, it } from '@jest/globals';
import { createTenant, createToken, expectStatus, openStoredTenant } from '@parley/testkit';
import { errorKeys } from '../../support/failures.js';
import type { Stage } from '../../support/start-stage.js';

export function describeWorkspaceChange(stage: Stage): void {
  describe('updateWorkspace', () => {
    it('200 sets the time zone of this workspace and of no other, and records it once', async () => {
      const tenant = await createTenant(stage.database);
      const token = await createToken(stage.database, tenant.id);
      const body = { timeZone: 'America/New_York' };
      const { data } = expectStatus(await stage.v3.call('updateWorkspace', { token, body }), 200).body;
      expect(data).toMatchObject({ id: tenant.id, timeZone: 'America/New_York' });
      expectStatus(await stage.v3.call('updateWorkspace', { token, body }), 200);
      expectStatus(await stage.v3.call('updateWorkspace', { token }), 200);
      expect(expectStatus(await stage.v3.call('getWorkspace', { token }), 200).body.data).toMatchObject(body);
      const own = expectStatus(await stage.v3.call('getWorkspace', {}), 200).body.data;
      expect(own.timeZone).toBe('UTC');
      const entries = await stage.database.prisma.auditLogEntry.findMany({
        where: { tenantId: tenant.id, action: 'workspace.updated' },
      });
      expect(entries).toMatchObject([{ changedFields: ['timeZone'] }]);
    });

    it('200 returns the whole workspace, as it is read', async () => {
      const kinds = ['messages', 'automationRuns', 'campaignSends', 'unusedFiles', 'releasedFiles'];
      for (const [days, defaultCountry, searchLanguage] of [
        [30, 'DE', 'german'],
        [null, null, null],
      ] as const) {
        const retentionOverrides = Object.fromEntries(kinds.map((kind) => [kind, days]));
        const values = { defaultCountry, searchLanguage, retentionOverrides };
        const tenant = await createTenant(stage.database, { plan: 'pro', ...values });
        const token = await createToken(stage.database, tenant.id);
        const body = { timeZone: 'Asia/Tokyo' };
        const { data } = expectStatus(await stage.v3.call('updateWorkspace', { token, body }), 200).body;
        const read = expectStatus(await stage.v3.call('getWorkspace', { token }), 200).body.data;
        expect(read).toEqual({ ...data, usage: { ...data.usage, requestsThisMinute: 2 } });
        expect(data).toMatchObject({ defaultCountry, searchLanguage, retention: retentionOverrides });
      }
    });

    it.each([
      ['Mars/Olympus', 'invalid_string'],
      ['+02:00', 'invalid_string'],
      ['', 'too_small'],
      [null, 'invalid_type'],
    ])('400 for %p; the time zone stays', async (timeZone, key) => {
      const response = await stage.v3.call('updateWorkspace', { wrongBody: { timeZone } });
      expect(errorKeys(response)).toEqual({ timeZone: key });
      const { timeZone: stored } = expectStatus(await stage.v3.call('getWorkspace', {}), 200).body.data;
      expect(stored).toBe('UTC');
    });
  });

  describe('rotateWorkspaceSigningSecret 200', () => {
    it('returns a new secret once; the old one is kept for 24 hours', async () => {
      const tenant = await createTenant(stage.database);
      const token = await createToken(stage.database, tenant.id);
      const { data } = expectStatus(await stage.v3.call('rotateWorkspaceSigningSecret', { token }), 200).body;
      expect(data).toEqual({ secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/) });
      const where = { id: tenant.id };
      const stored = await stage.database.prisma.tenant.findUniqueOrThrow({ where });
      expect(await openStoredTenant(stage.database, stored)).toMatchObject({
        signingSecret: data.secret,
        retiredSigningSecrets: [
          { secret: tenant.signingSecret, expiresAt: expect.stringContaining('2026-10-16T09:30:00') },
        ],
      });
      const workspace = expectStatus(await stage.v3.call('getWorkspace', { token }), 200).body;
      expect(JSON.stringify(workspace)).not.toContain('whsec_');
    });

    it('rotates once when the request is repeated with its key', async () => {
      const tenant = await createTenant(stage.database);
      const token = await createToken(stage.database, tenant.id);
      const call = () =>
        stage.v3.call('rotateWorkspaceSigningSecret', { token, headers: { 'idempotency-key': 'once' } });
      const first = expectStatus(await call(), 200).body.data.secret;
      expect(expectStatus(await call(), 200).body.data.secret).toBe(first);
    });
  });
}
