import { expect, test } from '@jest/globals';
import { mergeContacts } from '@parley/core';
import { checkWebhook, createContact, createWebhook } from '@parley/testkit';
import { bodyOf, type useReceivers } from '../support/use-receivers.js';
import type { useWorker } from '../support/use-worker.js';
import { waitUntil } from '../support/wait-until.js';

export function testMergeFields(
  running: ReturnType<typeof useWorker>,
  receiver: ReturnType<typeof useReceivers>['receiver'],
): void {
  test('a contact that was merged into another one', async () => {
    const { database, tenant, now } = running;
    const target = await receiver();
    await createWebhook(database, tenant.id, { url: target.url, events: [{ type: 'contact.merged' }] });
    const kept = await createContact(database, tenant.id);
    const merged = await createContact(database, tenant.id);
    const context = { database, tenantId: tenant.id, now };
    await mergeContacts(context, { contactId: kept.id, mergedId: merged.id });
    await waitUntil(() => target.requests.length === 1);
    for (const request of target.requests) {
      checkWebhook('v3', request.body);
      const data = { contact: { id: kept.id }, mergedContactId: merged.id };
      expect(bodyOf(request)).toMatchObject({ data });
    }
  });
}
