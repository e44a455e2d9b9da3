import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { components } from '@parley/contract/v3';
import { createAutomation, createAutomationRun, createContact, expectStatus } from '@parley/testkit';
import { faultKeys } from '../support/failures.js';
import { snapshotTenant } from '../support/snapshot-tenant.js';
import { startTime } from '../support/start-stage.js';
import { useStage, useWorld } from '../support/use-stage.js';
import { writeCampaignMessage } from '../support/write-campaign-message.js';

type AutomationCreate = components['schemas']['AutomationCreate'];

const stage = useStage();
const world = useWorld(stage);

const hello = { type: 'send_message', text: 'Hello!' } as const;

function create(values: Partial<AutomationCreate> = {}) {
  const body: AutomationCreate = { name: 'Welcome', trigger: { type: 'manual' }, steps: [hello], ...values };
  return world.v3.call('createAutomation', { body });
}

async function createdBy(values: Partial<AutomationCreate> = {}) {
  return expectStatus(await create(values), 200).body.data;
}

function update(automationId: string, body: components['schemas']['AutomationUpdate']) {
  return world.v3.call('updateAutomation', { params: { automationId }, body });
}

async function read(automationId: string) {
  return expectStatus(await world.v3.call('getAutomation', { params: { automationId } }), 200).body.data;
}

async function publish(automationId: string) {
  const answer = await world.v3.call('publishAutomation', { params: { automationId } });
  return expectStatus(answer, 200).body.data;
}

async function deactivate(automationId: string) {
  const answer = await world.v3.call('deactivateAutomation', {
    params: { automationId },
  });
  return expectStatus(answer, 200).body.data;
}

/** One of each kind, as a caller writes them. */
function everyStep(): AutomationCreate['steps'] {
  return [
    { type: 'send_message', text: 'Hello {{firstName}}!', attachments: [{ fileId: world.file.id }] },
    {
      type: 'send_template',
      messageTemplateId: world.messageTemplate.id,
      variables: { code: 'SPRING' },
      mediaFileId: world.file.id,
    },
    { type: 'send_template', messageTemplateId: world.messageTemplate.id, mediaFileId: null },
    { type: 'add_label', labelId: world.label.id },
    { type: 'remove_label', labelId: world.label.id },
    { type: 'set_attribute', externalId: world.attribute.externalId, value: 'Berlin' },
    { type: 'assign', assignedUserId: 'user-7', assignedTeamId: null },
    { type: 'set_chat_status', status: 'snoozed', snoozeSeconds: 60 },
    { type: 'wait', seconds: 5 },
    { type: 'wait', until: '2026-12-01T08:00:00.000Z' },
    { type: 'condition', field: 'labels', operator: 'contains', value: 'VIP', skip: 1 },
    { type: 'condition', field: 'attributes.city', operator: 'is_set' },
    { type: 'call_webhook', url: 'https://partner.example/hook' },
  ];
}

describe('createAutomation 200', () => {
  beforeEach(world.renew);

  it('makes a draft with its first version, which getAutomation then shows', async () => {
    const trigger = { type: 'message_received', channelId: world.channel.id, keyword: 'hello' } as const;
    const created = await createdBy({ trigger, steps: everyStep() });
    const version = {
      id: created.latestVersionId,
      createdAt: startTime,
      number: 1,
      trigger: { ...trigger, labelId: null },
      steps: everyStep(),
    };
    expect(created).toEqual({
      id: expect.any(String),
      createdAt: startTime,
      updatedAt: startTime,
      name: 'Welcome',
      status: 'draft',
      activeVersionId: null,
      activeVersionTriggerType: null,
      activeVersionTriggerParametersChannelId: null,
      latestVersionId: expect.any(String),
      latestVersionTriggerType: 'message_received',
      latestVersionTriggerParametersChannelId: world.channel.id,
      activeVersion: null,
      latestVersion: version,
    });
    expect(await read(created.id)).toEqual(created);
  });

  it('shows the label that a trigger waits for, and keeps it when only the steps change', async () => {
    const trigger = { type: 'label_added', labelId: world.label.id } as const;
    const created = await createdBy({ trigger });
    const shown = { type: 'label_added', channelId: null, keyword: null, labelId: world.label.id };
    expect(created.latestVersion.trigger).toEqual(shown);
    const steps = [{ type: 'wait' as const, seconds: 5 }];
    const updated = expectStatus(await update(created.id, { steps }), 200).body.data;
    expect(updated.latestVersion).toMatchObject({ number: 2, trigger: shown });
  });

  it('runs by that label also when its id was written in capitals', async () => {
    const { database } = stage;
    const labelId = world.label.id.toUpperCase();
    const { id, latestVersion } = await createdBy({ trigger: { type: 'label_added', labelId } });
    expect(latestVersion.trigger.labelId).toBe(world.label.id);
    await publish(id);
    const { id: contactId } = await createContact(database, world.tenant.id);
    const request = { params: { contactId }, body: { labels: [{ id: labelId }] }, token: world.token };
    expectStatus(await stage.v3.call('addContactLabels', request), 200);
    expect(await database.prisma.automationRun.count({ where: { automationId: id, contactId } })).toBe(1);
  });

  it('shows a moment in UTC, whatever the offset in which it was sent', async () => {
    const { latestVersion } = await createdBy({
      steps: [{ type: 'wait', until: '2026-12-01T09:00:00+01:00' }],
    });
    expect(latestVersion.steps).toEqual([{ type: 'wait', until: '2026-12-01T08:00:00.000Z' }]);
  });
});

describe('createAutomation 400; nothing is made', () => {
  beforeAll(world.renew);

  const unknown = '0193a1e0-5c00-7000-8000-00000000ffff';
  it.each([
    [{ name: '' }, { name: 'too_small' }],
    [{ name: undefined }, { name: 'invalid_type' }],
    [{ trigger: { type: 'fly' } }, { 'trigger.type': 'invalid_enum_value' }],
    [{ trigger: { type: 'manual', keyword: 'x' } }, { 'trigger.keyword': 'unrecognized_keys' }],
    [{ trigger: { type: 'message_received', keyword: '' } }, { 'trigger.keyword': 'too_small' }],
    [{ trigger: { type: 'manual', channelId: unknown } }, { 'trigger.channelId': 'not_found' }],
    [{ trigger: { type: 'label_added', labelId: unknown } }, { 'trigger.labelId': 'not_found' }],
    [{ trigger: { type: 'label_added', labelId: 'vip' } }, { 'trigger.labelId': 'invalid_string' }],
    [{ trigger: { type: 'chat_opened', labelId: unknown } }, { 'trigger.labelId': 'unrecognized_keys' }],
    [{ steps: [] }, { steps: 'too_small' }],
    [{ steps: Array.from({ length: 101 }, () => hello) }, { steps: 'too_big' }],
    [{ steps: [{ type: 'fly' }] }, { 'steps.0.type': 'invalid_enum_value' }],
    [{ steps: [{}] }, { 'steps.0.type': 'invalid_type' }],
    [{ steps: [hello, { type: 'send_message' }] }, { 'steps.1.text': 'invalid_type' }],
    [{ steps: [{ ...hello, labelId: unknown }] }, { 'steps.0.labelId': 'unrecognized_keys' }],
    [{ steps: [{ type: 'wait', until: 'tomorrow' }] }, { 'steps.0.until': 'invalid_date' }],
    [{ steps: [{ type: 'wait' }] }, { 'steps.0.seconds': 'invalid_type' }],
    [
      {
        steps: [
          { type: 'add_label', labelId: unknown },
          { type: 'add_label', labelId: 'x' },
        ],
      },
      { 'steps.0.labelId': 'not_found', 'steps.1.labelId': 'invalid_string' },
    ],
    [
      {
        steps: [
          { type: 'add_label', labelId: unknown },
          { type: 'send_template', messageTemplateId: unknown },
          { type: 'set_attribute', externalId: 'unknown', value: 'x' },
        ],
      },
      {
        'steps.0.labelId': 'not_found',
        'steps.1.messageTemplateId': 'not_found',
        'steps.2.externalId': 'not_found',
      },
    ],
    [
      { steps: [{ type: 'condition', field: 'shoeSize', operator: 'is_set' }] },
      { 'steps.0.field': 'invalid_string' },
    ],
    [
      {
        steps: [
          { type: 'send_message', text: 'Hello {{first name}}' },
          { type: 'send_template', messageTemplateId: unknown, variables: { fine: '{{ größe }}', x: '{{' } },
        ],
      },
      {
        'steps.0.text': 'invalid_string',
        'steps.1.messageTemplateId': 'not_found',
        'steps.1.variables.x': 'invalid_string',
      },
    ],
    [
      { steps: [{ type: 'call_webhook', url: 'ftp://partner.example' }] },
      { 'steps.0.url': 'invalid_string' },
    ],
  ])('for %j: the faults of the kind that a step says it is, each on its path', async (faulty, expected) => {
    const before = await snapshotTenant(stage.database, world.tenant.id);
    const wrongBody = { name: 'Welcome', trigger: { type: 'manual' }, steps: [hello], ...faulty };
    const answer = await world.v3.call('createAutomation', { wrongBody });
    expect(faultKeys(answer)).toEqual(expected);
    expect(await snapshotTenant(stage.database, world.tenant.id)).toEqual(before);
  });

  it('not_found for a label of another tenant', async () => {
    const { id: labelId } = stage.other.label;
    const trigger = { type: 'label_added', labelId } as const;
    expect(faultKeys(await create({ trigger, steps: [{ type: 'add_label', labelId }] }))).toEqual({
      'trigger.labelId': 'not_found',
      'steps.0.labelId': 'not_found',
    });
  });
});

describe('updateAutomation 200', () => {
  beforeEach(world.renew);

  it('other steps are a new version beside the active one, with the trigger of before', async () => {
    const trigger = { type: 'chat_opened', channelId: world.channel.id } as const;
    const { id, latestVersionId } = await createdBy({ trigger });
    await publish(id);
    stage.clock.advance(1_000);
    const steps = [{ type: 'wait', seconds: 5 }] as const;
    const { data } = expectStatus(await update(id, { steps: [...steps] }), 200).body;
    expect(data).toMatchObject({
      status: 'active',
      updatedAt: '2026-10-15T09:30:01.000Z',
      activeVersionId: latestVersionId,
      activeVersion: { number: 1, steps: [hello] },
      latestVersion: { number: 2, trigger: { ...trigger, keyword: null, labelId: null }, steps },
    });
    expect(await read(id)).toEqual(data);
  });

  it('another trigger replaces the whole of it and leaves the steps', async () => {
    const trigger = { type: 'message_received', channelId: world.channel.id, keyword: 'hello' } as const;
    const { id } = await createdBy({ trigger });
    const { data } = expectStatus(await update(id, { trigger: { type: 'message_received' } }), 200).body;
    expect(data.latestVersion).toMatchObject({
      number: 2,
      trigger: { type: 'message_received', channelId: null, keyword: null, labelId: null },
      steps: [hello],
    });
  });

  it('another name makes no version, and nothing at all changes nothing', async () => {
    const { id } = await createdBy();
    const renamed = expectStatus(await update(id, { name: 'Hello' }), 200).body.data;
    expect(renamed).toMatchObject({ name: 'Hello', latestVersion: { number: 1 } });
    stage.clock.advance(1_000);
    expect(expectStatus(await update(id, {}), 200).body.data).toEqual(renamed);
  });
});

describe('updateAutomation 400', () => {
  beforeAll(world.renew);

  it('for steps that name what does not exist; nothing changes, not even the name', async () => {
    const before = await snapshotTenant(stage.database, world.tenant.id);
    const steps = [{ type: 'add_label', labelId: stage.other.label.id }] as const;
    const answer = await update(world.automation.id, { name: 'Hello', steps: [...steps] });
    expect(faultKeys(answer)).toEqual({ 'steps.0.labelId': 'not_found' });
    expect(await snapshotTenant(stage.database, world.tenant.id)).toEqual(before);
  });
});

describe('publishAutomation 200', () => {
  beforeEach(world.renew);

  it('the latest version runs from now on', async () => {
    const { id, latestVersion } = await createdBy({ trigger: { type: 'chat_closed' } });
    stage.clock.advance(1_000);
    const published = await publish(id);
    expect(published).toMatchObject({
      status: 'active',
      updatedAt: '2026-10-15T09:30:01.000Z',
      activeVersionId: latestVersion.id,
      activeVersionTriggerType: 'chat_closed',
      activeVersion: latestVersion,
    });
    stage.clock.advance(1_000);
    expect(await publish(id)).toEqual(published);
    const body = { contactId: world.contact.id };
    const triggered = await world.v3.call('triggerAutomation', {
      params: { automationId: id },
      body,
    });
    expectStatus(triggered, 200);
  });
});

describe('deactivateAutomation 200', () => {
  beforeEach(world.renew);

  it('no version runs any more, and publishing brings it back', async () => {
    const { id } = await createdBy();
    await publish(id);
    const deactivated = await deactivate(id);
    expect(deactivated).toMatchObject({
      status: 'inactive',
      activeVersionId: null,
      activeVersionTriggerType: null,
      activeVersion: null,
    });
    stage.clock.advance(1_000);
    expect(await deactivate(id)).toEqual(deactivated);
    const body = { contactId: world.contact.id };
    const params = { automationId: id };
    expectStatus(await world.v3.call('triggerAutomation', { params, body }), 409);
    expect(await publish(id)).toMatchObject({ status: 'active' });
  });

  it('a draft stays a draft', async () => {
    const draft = await createdBy();
    expect(await deactivate(draft.id)).toEqual(draft);
  });

  it('a run that is scheduled is canceled and says why; one that has begun goes on', async () => {
    const { database } = stage;
    const begun = await createAutomationRun(database, world.automation, {
      contactId: world.contact.id,
      status: 'running',
    });
    await deactivate(world.automation.id);
    const readRun = async (runId: string) => {
      const params = { automationId: world.automation.id, runId };
      return expectStatus(await world.v3.call('getAutomationRun', { params }), 200).body.data;
    };
    expect(await readRun(world.automationRun.id)).toMatchObject({
      status: 'canceled',
      error: {
        code: 'automation_not_active',
        message: 'The automation was deactivated before the run began.',
      },
    });
    expect(await readRun(begun.id)).toMatchObject({ status: 'running', error: null });
  });
});

describe('deleteAutomation 200', () => {
  beforeEach(world.renew);

  function remove(automationId: string) {
    return world.v3.call('deleteAutomation', { params: { automationId } });
  }

  it('versions, runs and campaigns go with it; another automation and sent messages stay', async () => {
    const { database } = stage;
    const { prisma } = database;
    const tenantId = world.tenant.id;
    const kept = await createAutomation(database, tenantId);
    await createAutomationRun(database, kept, { contactId: world.contact.id });
    await prisma.message.updateMany({
      where: { id: world.message.id },
      data: { automationRunId: world.automationRun.id },
    });
    const { id } = world.automation;
    expect(expectStatus(await remove(id), 200).body.data).toEqual({ deletedIds: [id], notFoundIds: [] });
    const where = { tenantId };
    expect(await prisma.automation.findMany({ where })).toMatchObject([{ id: kept.id }]);
    expect(await prisma.automationVersion.findMany({ where })).toMatchObject([{ automationId: kept.id }]);
    expect(await prisma.automationRun.findMany({ where })).toMatchObject([{ automationId: kept.id }]);
    expect(await prisma.campaign.findMany({ where })).toEqual([]);
    expect(await prisma.message.findMany({ where })).toMatchObject([
      { id: world.message.id, automationRunId: null },
    ]);
    expect(expectStatus(await remove(id), 200).body.data).toEqual({ deletedIds: [], notFoundIds: [id] });
  });

  it('messages of its campaigns that wait to be sent fail, each with an event', async () => {
    const { prisma } = stage.database;
    const { id: campaignId } = world.scheduledCampaign;
    const { messageId: waiting } = await writeCampaignMessage(stage.database, world, { campaignId });
    expectStatus(await remove(world.automation.id), 200);
    expect(await prisma.message.findFirstOrThrow({ where: { id: waiting } })).toMatchObject({
      status: 'failed',
      errors: [{ code: 'campaign_canceled' }],
    });
    const type = 'message.updated';
    const events = await prisma.event.findMany({ where: { tenantId: world.tenant.id, type } });
    expect(events).toMatchObject([{ data: { id: waiting, status: 'failed' } }]);
  });
});
