import { expect, test } from '@jest/globals';
import { updateMessageTemplate } from '@parley/core';
import {
  checkWebhook,
  contextOf,
  createChannel,
  createFile,
  createMessageTemplate,
  createWebhook,
} from '@parley/testkit';
import { waitUntil } from '@parley/testkit/wait-until';
import { bodyOf, type useReceivers } from '../support/use-receivers.js';
import type { useWorker } from '../support/use-worker.js';

const unset = { vendorId: null, rejectionReason: null, quality: null, error: null, submittedAt: null };

export function testTemplateFields(
  running: ReturnType<typeof useWorker>,
  receiver: ReturnType<typeof useReceivers>['receiver'],
): void {
  test('a message template, with all fields, with none, and without a registration', async () => {
    const { database, tenant, now } = running;
    const target = await receiver();
    const type = 'message_template.updated';
    await createWebhook(database, tenant.id, { url: target.url, events: [{ type }] });
    const channel = await createChannel(database, tenant.id);
    const { id: mediaFileId } = await createFile(database, tenant.id);
    const state = { channelId: channel.id, category: 'utility', status: 'rejected' };
    const full = {
      ...{ ...state, vendorId: '7', rejectionReason: 'SCAM', quality: 'red' },
      error: { code: 'timeout', message: 'The provider did not respond.' },
      submittedAt: now().toISOString(),
    };
    const media = { channelType: 'whatsapp', language: 'de', mediaFileId } as const;
    for (const values of [{ ...media, registration: full }, { registration: { ...state, ...unset } }, {}]) {
      const { id } = await createMessageTemplate(database, tenant.id, values);
      await updateMessageTemplate(contextOf(database, tenant.id, now), {
        messageTemplateId: id,
        body: 'Hi {{name}}',
      });
      await waitUntil(() => target.requests.some(({ body }) => body.includes(id)));
      const request = target.requests.find(({ body }) => body.includes(id));
      checkWebhook('v3', request?.body ?? '');
      const registration = values.registration ?? null;
      expect(request && bodyOf(request)).toMatchObject({
        event: type,
        data: { id, body: 'Hi {{name}}', registration },
      });
    }
  });
}
