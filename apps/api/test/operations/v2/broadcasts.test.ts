import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { components } from '@parley/contract/v2';
import {
  createAttribute,
  createAutomation,
  createCampaign,
  createMessageTemplate,
  expectStatus,
} from '@parley/testkit';
import { faultKeys, invalid } from '../support/failures.js';
import { findJobs } from '../support/find-jobs.js';
import { snapshotTenant } from '../support/snapshot-tenant.js';
import { startTime } from '../support/start-stage.js';
import { useStage, useWorld } from '../support/use-stage.js';

type BroadcastCreate = components['schemas']['BroadcastCreate'];

const stage = useStage();
const world = useWorld(stage);

function create(values: Partial<BroadcastCreate> = {}, channelId = world.channel.id) {
  const body = { name: 'Autumn offer', workflowId: world.automation.id, ...values };
  return world.v2.call('createBroadcast', { params: { channelId }, body });
}

async function createTemplateWorkflow(): Promise<string> {
  const steps = [{ type: 'send_template', messageTemplateId: world.messageTemplate.id }];
  return (await createAutomation(stage.database, world.tenant.id, { steps })).id;
}

describe('listBroadcasts 200', () => {
  beforeEach(world.renew);

  it('gives those of the channel, newest first, and leaves out what has no value', async () => {
    const { database } = stage;
    const automationId = world.automation.id;
    const plain = await createCampaign(database, world.tenant.id, { automationId });
    const values = { channelId: plain.channelId, automationId };
    const newest = await createCampaign(database, world.tenant.id, {
      ...values,
      name: 'Newest',
      status: 'running',
      isScheduled: true,
      scheduledAt: new Date('2026-12-24T17:00:00.000Z'),
      isRecurring: true,
      recurrenceRules: ['FREQ=WEEKLY;BYDAY=MO'],
      variables: [{ name: 'code', value: 'SPRING' }],
      createdAt: new Date('2027-01-01T00:00:00.000Z'),
      updatedAt: new Date('2027-01-02T00:00:00.000Z'),
    });
    await createCampaign(database, world.tenant.id);
    const params = { channelId: plain.channelId };
    const { body } = expectStatus(await world.v2.call('listBroadcasts', { params }), 200);
    expect(body).toEqual({
      success: true,
      data: {
        broadcasts: [
          {
            id: newest.id,
            name: 'Newest',
            workflowId: world.automation.id,
            isScheduled: true,
            isReoccurring: true,
            scheduledAt: '2026-12-24T17:00:00.000Z',
            recurrenceRules: ['FREQ=WEEKLY;BYDAY=MO'],
            variables: [{ name: 'code', value: 'SPRING' }],
            status: 'RUNNING',
            createdAt: '2027-01-01T00:00:00.000Z',
            updatedAt: '2027-01-02T00:00:00.000Z',
          },
          {
            id: plain.id,
            name: plain.name,
            workflowId: automationId,
            isScheduled: false,
            isReoccurring: false,
            status: 'DRAFT',
            createdAt: plain.createdAt.toISOString(),
            updatedAt: plain.updatedAt.toISOString(),
          },
        ],
      },
    });
  });

  it.each(['draft', 'scheduled', 'running', 'completed', 'failed', 'canceled'] as const)(
    'shows the status %s in upper case',
    async (status) => {
      const { channelId } = await createCampaign(stage.database, world.tenant.id, { status });
      const { body } = expectStatus(await world.v2.call('listBroadcasts', { params: { channelId } }), 200);
      expect(body.data.broadcasts).toMatchObject([{ status: status.toUpperCase() }]);
    },
  );
});

describe('listBroadcasts 404', () => {
  beforeAll(world.renew);

  it('channel_not_found', async () => {
    const params = { channelId: world.chat.id };
    const { body } = expectStatus(await world.v2.call('listBroadcasts', { params }), 404);
    expect(body.error).toEqual({ messageKey: 'channel_not_found', message: 'Channel not found' });
  });
});

describe('createBroadcast 200', () => {
  beforeEach(world.renew);

  it('is scheduled for now unless told, with a job that starts it', async () => {
    const { body } = expectStatus(await create(), 200);
    expect(body.data).toEqual({
      id: expect.any(String),
      name: 'Autumn offer',
      workflowId: world.automation.id,
      isScheduled: false,
      isReoccurring: false,
      status: 'SCHEDULED',
      createdAt: startTime,
      updatedAt: startTime,
    });
    const campaignId = body.data.id;
    const stored = await stage.database.prisma.campaign.findFirstOrThrow({ where: { id: campaignId } });
    expect(stored).toMatchObject({
      channelId: world.channel.id,
      automationId: world.automation.id,
      messageTemplateId: null,
      status: 'scheduled',
      nextOccurrenceAt: new Date(startTime),
    });
    expect(await findJobs(stage.database, 'start-campaign', campaignId)).toEqual([
      { payload: { tenantId: world.tenant.id, campaignId }, runAt: startTime },
    ]);
    const params = { channelId: world.channel.id };
    const listed = expectStatus(await world.v2.call('listBroadcasts', { params }), 200).body;
    expect(listed.data.broadcasts).toContainEqual(body.data);
  });

  it('waits for scheduledAt and comes again by its rules; rules and variables are echoed', async () => {
    const recurrenceRules = ['FREQ=DAILY;COUNT=3', 'RRULE:FREQ=WEEKLY;BYDAY=MO,TU'];
    const variables = [
      { name: 'code', value: 'SPRING' },
      { name: 'code', value: '' },
    ];
    const scheduledAt = '2026-12-24T18:00:00+01:00';
    const timing = { isScheduled: true, scheduledAt, isReoccurring: true, recurrenceRules };
    const messageTemplateId = world.messageTemplate.id;
    const workflowId = await createTemplateWorkflow();
    const values = { ...timing, variables, messageTemplateId, workflowId };
    const { data } = expectStatus(await create(values), 200).body;
    const due = '2026-12-24T17:00:00.000Z';
    expect(data).toMatchObject({ ...timing, scheduledAt: due, variables, status: 'SCHEDULED' });
    const stored = await stage.database.prisma.campaign.findFirstOrThrow({ where: { id: data.id } });
    expect(stored).toMatchObject({
      messageTemplateId,
      nextOccurrenceAt: new Date(due),
      recurrenceRules,
      variables,
    });
    expect(await findJobs(stage.database, 'start-campaign', data.id)).toMatchObject([{ runAt: due }]);
  });

  it('takes a template for its channel, and one for every channel', async () => {
    const workflowId = await createTemplateWorkflow();
    for (const channelType of [world.channel.type, null]) {
      const template = await createMessageTemplate(stage.database, world.tenant.id, { channelType });
      expectStatus(await create({ workflowId, messageTemplateId: template.id }), 200);
    }
  });
});

describe('createBroadcast 400; nothing is made', () => {
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

  it('not_found on the path of each attribute that does not exist, though all the rest is fine', async () => {
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
    const fault = { key: 'not_found', message: 'Attribute not found' };
    expect(body).toEqual(
      invalid({
        'contacts.1.attributes.0.externalId': fault,
        'contacts.1.attributes.2.externalId': fault,
        'contacts.2.attributes.0.externalId': fault,
      }),
    );
    expect(await snapshotTenant(stage.database, world.tenant.id)).toEqual(before);
  });

  it('invalid_string for a value that does not suit the type of its attribute', async () => {
    await createAttribute(stage.database, world.tenant.id, { externalId: 'age', type: 'number' });
    const contacts = [{ phoneNumber: '+4915100000001', attributes: [{ externalId: 'age', value: 'old' }] }];
    const answer = await create({ contacts });
    expect(faultKeys(answer)).toEqual({ 'contacts.0.attributes.0.value': 'invalid_string' });
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
  ])('for %j', async (faulty, expected) => {
    const before = await snapshotTenant(stage.database, world.tenant.id);
    const params = { channelId: world.channel.id };
    const wrongBody = { name: 'Autumn offer', workflowId: world.automation.id, ...faulty };
    expect(faultKeys(await world.v2.call('createBroadcast', { params, wrongBody }))).toEqual(expected);
    expect(await snapshotTenant(stage.database, world.tenant.id)).toEqual(before);
  });

  it('invalid_type on variables for placeholders of the workflow that nothing can fill', async () => {
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

  it('tells at most fifty faults', async () => {
    const contacts = Array.from({ length: 60 }, () => ({
      attributes: [{ externalId: 'unknown', value: '' }],
    }));
    expect(Object.keys(faultKeys(await create({ contacts })))).toHaveLength(50);
  });
});

describe('createBroadcast 400 on messageTemplateId; nothing is made', () => {
  beforeAll(world.renew);

  async function refuse(values: Partial<BroadcastCreate>, fault: { key: string; message: string }) {
    const before = await snapshotTenant(stage.database, world.tenant.id);
    expect(expectStatus(await create(values), 400).body).toEqual(invalid({ messageTemplateId: fault }));
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

describe('createBroadcast 409; nothing is made', () => {
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

describe('createBroadcast 404; nothing is made', () => {
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
