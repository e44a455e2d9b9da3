import { describe, expect, test } from '@jest/globals';
import { query } from './support/sessions.js';
import type { EarlierStates } from './support/use-earlier-states.js';

export function describeKeptSecrets(states: EarlierStates): void {
  describe('the migration that keeps every rotated secret', () => {
    test('keeps the old secret of a webhook, and creates a secret for every tenant', async () => {
      const { url, migration } = await states.createBefore('_keep_every_rotated_secret');
      const ids = ['0193a1e0-5c00-7000-8000-000000000001', '0193a1e0-5c00-7000-8000-000000000002'];
      for (const id of ids) {
        await query(url, `insert into tenants (id, slug, name) values ('${id}', '${id}', 'Tenant')`);
        await query(
          url,
          `insert into webhooks (tenant_id, id, url, secret, previous_secret, previous_secret_expires_at)
         values ('${id}', gen_random_uuid(), 'https://partner.example', 'new',
           ${id === ids[0] ? `'old', '2026-11-16T09:30:00Z'` : 'null, null'})`,
        );
      }
      await query(url, migration.script);
      expect(await query(url, 'select secret, retired_secrets from webhooks order by tenant_id')).toEqual([
        {
          secret: 'new',
          retired_secrets: [{ secret: 'old', expiresAt: expect.stringContaining('2026-11-16T') }],
        },
        { secret: 'new', retired_secrets: [] },
      ]);
      const secrets = (await query(url, 'select signing_secret from tenants')).map(
        (row) => row.signing_secret,
      );
      expect(new Set(secrets).size).toBe(2);
      for (const secret of secrets) expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    });
  });
}
