import { expect, test } from '@jest/globals';
import { mergeContacts } from '@parley/core';
import { checkWebhook, contextOf, createChannel, createWebhook } from '@parley/testkit';
import { waitUntil } from '@parley/testkit/wait-until';
import { bodyOf, type useReceivers } from '../support/use-receivers.js';
import type { useWorker } from '../support/use-worker.js';
import { createParty } from './create-party.js';

export function testMergeFields(
  running: ReturnType<typeof useWorker>,
  receiver: ReturnType<typeof useReceivers>['receiver'],
): void {
  test.each([true, false])('a contact that was merged into another one, all fields: %s', async (isFull) => {
    const { database, tenant, now } = running;
    const target = await receiver();
    await createWebhook(database, tenant.id, { url: target.url, events: [{ type: 'contact.merged' }] });
    const channel = await createChannel(database, tenant.id, { type: 'sms' });
    const { contactId } = await createParty(running, channel, isFull);
    const { contactId: mergedId } = await createParty(running, channel, false);
    await mergeContacts(contextOf(database, tenant.id, now), { contactId, mergedId });
    await waitUntil(() => target.requests.length === 1);
    for (const request of target.requests) {
      checkWebhook('v3', request.body);
      const contact = { id: contactId, lastName: isFull ? 'Lovelace' : null };
      expect(bodyOf(request)).toMatchObject({ data: { contact, mergedContactId: mergedId } });
    }
  });
}
