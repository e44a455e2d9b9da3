import { beforeEach, describe, expect, it } from '@jest/globals';
import { createToken, expectStatus } from '@parley/testkit';
import { type Stage, startTime } from '../../support/start-stage.js';
import type { RenewableWorld } from '../../support/use-stage.js';

export function describeAuditLog(stage: Stage, world: RenewableWorld): void {
  beforeEach(() => world.renew());

  const smsChannel = (word: string) =>
    ({
      type: 'sms',
      provider: 'sms',
      name: `${word} marker`,
      settings: {
        accountSid: `AC${'0'.repeat(32)}`,
        from: word === 'first' ? '+15005550006' : '+15005550007',
      },
      secrets: { authToken: `${word} marker` },
    }) as const;

  async function search(query: string, token = world.token) {
    const { body } = expectStatus(await stage.v3.call('searchAuditLog', { token, body: { query } }), 200);
    return body.data;
  }

  describe('searchAuditLog 200', () => {
    it('returns who changed what, when and by which request, with the names of the fields only', async () => {
      const created = await world.v3.call('createChannel', { body: smsChannel('first') });
      const { id: channelId } = expectStatus(created, 200).body.data;
      const { type: _, provider: __, ...body } = smsChannel('second');
      const headers = { 'x-request-id': 'req-7' };
      expectStatus(await world.v3.call('updateChannel', { params: { channelId }, body, headers }), 200);
      const entries = await search('eq(requestId,"req-7")');
      expect(entries).toEqual([
        {
          id: expect.any(String),
          createdAt: startTime,
          action: 'channel.updated',
          actorType: 'api_key',
          keyId: world.key.id,
          requestId: 'req-7',
          resourceId: channelId,
          changedFields: ['name', 'secrets', 'settings'],
        },
      ]);
      expect(JSON.stringify(entries)).not.toContain('marker');
    });

    it('finds the changes of one resource, even after it was deleted', async () => {
      const params = { webhookId: world.webhook.id };
      expectStatus(await world.v3.call('rotateApiWebhookSecret', { params }), 200);
      expectStatus(await world.v3.call('deleteApiWebhook', { params }), 200);
      const found = await search(`eq(resourceId,"${world.webhook.id}")`);
      expect(found.map(({ action }) => action).sort()).toEqual([
        'api_webhook.deleted',
        'api_webhook.secret_rotated',
      ]);
    });

    it('has no entry for a change that is rolled back', async () => {
      const token = await createToken(stage.database, world.tenant.id, { scopes: ['automations:write'] });
      const label = { type: 'add_label', labelId: world.label.id } as const;
      const params = { automationId: world.automation.id };
      const draft = { token, params, body: { steps: [label] } };
      expectStatus(await stage.v3.call('updateAutomation', { ...draft, token: world.token }), 200);
      const refused = await stage.v3.call('publishAutomation', { token, params });
      expect(expectStatus(refused, 403).body.error).toMatchObject({ reason: 'scope_missing' });
      expect(await search(`eq(resourceId,"${world.automation.id}")`)).toEqual([]);
    });
  });

  describe('searchAuditLog 403', () => {
    it('without the scope audit_log:read, whatever other scopes the token has', async () => {
      const token = await createToken(stage.database, world.tenant.id, { scopes: ['workspace:read'] });
      const { body } = expectStatus(await stage.v3.call('searchAuditLog', { token, body: {} }), 403);
      expect(body.error).toMatchObject({ requiredScope: 'audit_log:read' });
    });
  });
}
