import { beforeAll, describe, expect, it } from '@jest/globals';
import { createAttribute, createAutomation, createMessageTemplate, expectStatus } from '@parley/testkit';
import { errorKeys, invalid } from '../support/failures.js';
import { snapshotTenant } from '../support/snapshot-tenant.js';

import type { Stage } from '../support/start-stage.js';
import type { RenewableWorld } from '../support/use-stage.js';
import { type BroadcastCreate, broadcastCalls } from './broadcast-calls.js';

export function describeBroadcastErrors(stage: Stage, world: RenewableWorld): void {
  const { create, createTemplateWorkflow } = broadcastCalls(stage, world);

  describe('createBroadcast 400; nothing is created', () => {
    beforeAll(world.renew);

    it('too_big for 5,001 contacts', async () => {
      const before = await snapshotTenant(stage.database, world.tenant.id);
      const contacts = Array.from({ length: 5_001 }, (_, index) => ({
        phoneNumber: `+49151${10_000_000 + index}`,
      }));
      const { body } = expectStatus(await create({ contacts }), 400);
      const message = 'Array must contain at most 5000 element(s)';
      expect(body).toEqual(invalid({ contacts: { key: 'too_big', message } }));
      expect(await snapshotTenant(stage.database, world.tenant.id)).toEqual(before);
    });

    it('not_found at the path of each attribute that does not exist, though everything else is valid', async () => {
      const before = await snapshotTenant(stage.database, world.tenant.id);
      const { externalId } = world.attribute;
      const value = 'x';
      const contacts = [
        { phoneNumber: '+4915100000001', labels: [{ name: 'New' }], attributes: [{ externalId, value }] },
        {
          phoneNumber: '+4915100000002',
          attributes: [
            { externalId: 'unknown', value },
            { externalId, value },
            { externalId: 'Unknown', value },
          ],
        },
        {
          email: 'ada@example.com',
          attributes: [{ externalId: stage.other.attribute.externalId, value }],
        },
      ];
      const { body } = expectStatus(await create({ contacts }), 400);
      const error = { key: 'not_found', message: 'Attribute not found' };
      expect(body).toEqual(
        invalid({
          'contacts.1.attributes.0.externalId': error,
          'contacts.1.attributes.2.externalId': error,
          'contacts.2.attributes.0.externalId': error,
        }),
      );
      expect(await snapshotTenant(stage.database, world.tenant.id)).toEqual(before);
    });

    it('invalid_string for a value that does not match the type of its attribute', async () => {
      await createAttribute(stage.database, world.tenant.id, { externalId: 'age', type: 'number' });
      const contacts = [{ phoneNumber: '+4915100000001', attributes: [{ externalId: 'age', value: 'old' }] }];
      const response = await create({ contacts });
      expect(errorKeys(response)).toEqual({ 'contacts.0.attributes.0.value': 'invalid_string' });
    });

    it.each([
      [{ isScheduled: true }, { scheduledAt: 'invalid_type' }],
      [{ isReoccurring: true }, { recurrenceRules: 'invalid_type' }],
      [{ isReoccurring: true, recurrenceRules: [] }, { recurrenceRules: 'too_small' }],
      [
        { isScheduled: true, isReoccurring: true },
        { scheduledAt: 'invalid_type', recurrenceRules: 'invalid_type' },
      ],
      [{ recurrenceRules: ['FREQ=DAILY', 'every day'] }, { 'recurrenceRules.1': 'invalid_string' }],
      [
        { name: '', workflowId: 'x' },
        { name: 'too_small', workflowId: 'invalid_string' },
      ],
      [
        { name: undefined, workflowId: undefined },
        { name: 'invalid_type', workflowId: 'invalid_type' },
      ],
      [{ scheduledAt: '24.12.2026' }, { scheduledAt: 'invalid_date' }],
      [{ messageTemplateId: 'x' }, { messageTemplateId: 'invalid_string' }],
      [
        { variables: [{ name: 'a' }, { value: 'b' }] },
        { 'variables.0.value': 'invalid_type', 'variables.1.name': 'invalid_type' },
      ],
      [
        { contacts: [{}, { labels: [{}] }] },
        { 'contacts.0': 'invalid_type', 'contacts.1.labels.0.name': 'invalid_type' },
      ],
      [
        { contacts: [{ attributes: [{ externalId: '1x', value: 1 }, {}] }, 'ada'] },
        {
          'contacts.0.attributes.0.externalId': 'invalid_string',
          'contacts.0.attributes.0.value': 'invalid_type',
          'contacts.0.attributes.1.externalId': 'invalid_type',
          'contacts.0.attributes.1.value': 'invalid_type',
          'contacts.1': 'invalid_type',
        },
      ],
    ])('for %j', async (invalid, expected) => {
      const before = await snapshotTenant(stage.database, world.tenant.id);
      const params = { channelId: world.channel.id };
      const wrongBody = { name: 'Autumn offer', workflowId: world.automation.id, ...invalid };
      expect(errorKeys(await world.v2.call('createBroadcast', { params, wrongBody }))).toEqual(expected);
      expect(await snapshotTenant(stage.database, world.tenant.id)).toEqual(before);
    });

    it('invalid_type for variables when a placeholder of the workflow has no value', async () => {
      const steps = [{ type: 'send_message', text: '{{firstName}} {{discount}} {{ größe }}' }];
      const { id: workflowId } = await createAutomation(stage.database, world.tenant.id, { steps });
      const before = await snapshotTenant(stage.database, world.tenant.id);
      const variables = [{ name: 'discount', value: '10 %' }];
      const message = 'There is no value for {{größe}}';
      expect(expectStatus(await create({ workflowId, variables }), 400).body).toEqual(
        invalid({ variables: { key: 'invalid_type', message } }),
      );
      expect(await snapshotTenant(stage.database, world.tenant.id)).toEqual(before);
    });

    it('reports at most fifty errors', async () => {
      const contacts = Array.from({ length: 60 }, () => ({
        attributes: [{ externalId: 'unknown', value: '' }],
      }));
      expect(Object.keys(errorKeys(await create({ contacts })))).toHaveLength(50);
    });
  });

  describe('createBroadcast 400 for messageTemplateId; nothing is created', () => {
    beforeAll(world.renew);

    async function refuse(values: Partial<BroadcastCreate>, error: { key: string; message: string }) {
      const before = await snapshotTenant(stage.database, world.tenant.id);
      expect(expectStatus(await create(values), 400).body).toEqual(invalid({ messageTemplateId: error }));
      expect(await snapshotTenant(stage.database, world.tenant.id)).toEqual(before);
    }

    it('unrecognized_keys when the workflow has no send_template step', async () => {
      const message = 'Only allowed when a step is "send_template"';
      await refuse({ messageTemplateId: world.messageTemplate.id }, { key: 'unrecognized_keys', message });
    });

    it('not_found when the template is for another kind of channel', async () => {
      const channelType = world.channel.type === 'sms' ? 'email' : 'sms';
      const template = await createMessageTemplate(stage.database, world.tenant.id, { channelType });
      const message = `The template is for ${channelType} only`;
      const workflowId = await createTemplateWorkflow();
      await refuse({ workflowId, messageTemplateId: template.id }, { key: 'not_found', message });
    });

    it.each(['pending', 'rejected'] as const)('not_found when the template is %s', async (status) => {
      const template = await createMessageTemplate(stage.database, world.tenant.id, { status });
      const message = `The template is ${status}, not approved`;
      const workflowId = await createTemplateWorkflow();
      await refuse({ workflowId, messageTemplateId: template.id }, { key: 'not_found', message });
    });
  });

  describe('createBroadcast 409; nothing is created', () => {
    beforeAll(world.renew);

    it.each(['draft', 'inactive'] as const)(
      'automation_not_active for a workflow that is %s',
      async (status) => {
        const { id } = await createAutomation(stage.database, world.tenant.id, { status });
        const before = await snapshotTenant(stage.database, world.tenant.id);
        const { body } = expectStatus(await create({ workflowId: id }), 409);
        expect(body.error).toEqual({
          messageKey: 'automation_not_active',
          message: 'Automation is not active',
        });
        expect(await snapshotTenant(stage.database, world.tenant.id)).toEqual(before);
      },
    );
  });

  describe('createBroadcast 404; nothing is created', () => {
    beforeAll(world.renew);

    it.each([
      ['channel_not_found', 'Channel not found', () => create({}, world.chat.id)],
      ['workflow_not_found', 'Workflow not found', () => create({ workflowId: world.chat.id })],
      ['workflow_not_found', 'Workflow not found', () => create({ workflowId: stage.other.automation.id })],
      [
        'message_template_not_found',
        'Message template not found',
        () => create({ messageTemplateId: stage.other.messageTemplate.id }),
      ],
    ])('%s', async (messageKey, message, send) => {
      const before = await snapshotTenant(stage.database, world.tenant.id);
      const { body } = expectStatus(await send(), 404);
      expect(body.error).toEqual({ messageKey, message });
      expect(await snapshotTenant(stage.database, world.tenant.id)).toEqual(before);
    });
  });
}
