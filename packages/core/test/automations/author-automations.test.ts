import { describe, expect, test } from '@jest/globals';
import type { File } from '@parley/database';
import type { NewAutomation } from '../../src/automations/create-automation.js';
import {
  type AutomationStep,
  automationDetails,
  createAutomation,
  deactivateAutomation,
  getById,
  newId,
  publishAutomation,
  triggerAutomation,
  updateAutomation,
} from '../../src/index.js';
import { refusal, validationErrors } from '../refusals.js';
import { startTime } from '../test-context.js';
import { createAttribute, createFile, createLabel } from '../testkit.js';
import { useWorlds } from '../use-worlds.js';
import { whileHeld } from '../while-held.js';

const worlds = useWorlds();
const { database, prisma, own, other, tenantId } = worlds;

const draft: NewAutomation = {
  name: 'Welcome',
  trigger: { type: 'message_received', keyword: 'hello' },
  steps: [{ type: 'send_message', text: 'Hello!' }],
};

describe('create an automation', () => {
  test('creates a draft with its first version', async () => {
    const { channel } = own;
    const trigger = { type: 'chat_opened', channelId: channel.id } as const;
    const created = await createAutomation(worlds.context(), { ...draft, trigger });
    const version = {
      id: created.latestVersionId,
      createdAt: startTime,
      number: 1,
      trigger: {
        ...trigger,
        keyword: null,
        labelId: null,
        replyId: null,
        attributeId: null,
        campaignId: null,
        ...{ rule: null, timeZone: null, audienceQuery: null, segmentId: null },
      },
      steps: draft.steps,
    };
    expect(created).toEqual({
      id: created.id,
      occurrences: null,
      createdAt: startTime,
      updatedAt: startTime,
      name: 'Welcome',
      status: 'draft',
      activeVersionId: null,
      activeVersionTriggerType: null,
      activeVersionTriggerParametersChannelId: null,
      latestVersionId: version.id,
      latestVersionTriggerType: 'chat_opened',
      latestVersionTriggerParametersChannelId: channel.id,
      activeVersion: null,
      latestVersion: version,
    });
    expect(await getById(worlds.context(), automationDetails, created.id)).toEqual(created);
  });

  test.each([
    ['id', ({ id }: File) => ({ fileId: id })],
    ['public URL', ({ publicToken }: File) => ({ url: `https://parley.example/files/${publicToken}` })],
  ])('400 when a file that it names by its %s is being removed', async (_, referenceTo) => {
    const file = await createFile(database, tenantId(), { publicToken: newId() });
    const steps = [{ type: 'send_message' as const, text: 'Hello', attachments: [referenceTo(file)] }];
    const creating = whileHeld(database, {
      hold: (client) => client.query('delete from files where id = $1', [file.id]),
      work: () =>
        createAutomation(worlds.context(), { ...draft, steps, publicUrl: 'https://parley.example' }),
    });
    await expect(creating).rejects.toMatchObject(refusal('invalid_body_params'));
  });

  test('400 with all errors at once for records that do not exist or are unsuitable; nothing is created', async () => {
    const attribute = await createAttribute(database, tenantId(), { type: 'number' });
    const { externalId } = attribute;
    const before = await prisma.automation.count();
    const steps: AutomationStep[] = [
      { type: 'add_label', labelId: other.label.id },
      { type: 'remove_label', labelId: 'x' },
      { type: 'send_message', text: 'Hi', attachments: [{ fileId: other.file.id }] },
      { type: 'send_template', messageTemplateId: newId(), mediaFileId: newId() },
      { type: 'set_attribute', externalId: 'unknown', value: 'x' },
      { type: 'set_attribute', externalId, value: 'many' },
      { type: 'set_attribute', externalId, value: '{{count}}' },
      { type: 'send_message', text: 'Hello {{first name}}' },
      { type: 'set_attribute', externalId, value: '{{}}' },
      {
        type: 'send_template',
        messageTemplateId: own.messageTemplate.id,
        variables: { fine: '{{ größe }}', x: '{{' },
      },
      { type: 'wait' },
      { type: 'wait', seconds: 1, until: startTime },
      { type: 'condition', field: 'email', operator: 'equals' },
      { type: 'set_chat_status', status: 'open', snoozeSeconds: 5 },
      { type: 'assign', userId: other.user.id, teamId: newId() },
      { type: 'assign', userId: own.user.id, assignedUserId: 'x', strategy: 'round_robin' },
    ];
    const trigger = { type: 'chat_closed', channelId: other.channel.id, keyword: 'x' } as const;
    await expect(createAutomation(worlds.context(), { ...draft, trigger, steps })).rejects.toMatchObject(
      validationErrors({
        'trigger.channelId': 'not_found',
        'trigger.keyword': 'unrecognized_keys',
        'steps.0.labelId': 'not_found',
        'steps.1.labelId': 'not_found',
        'steps.2.attachments.0.fileId': 'not_found',
        'steps.3.messageTemplateId': 'not_found',
        'steps.3.mediaFileId': 'not_found',
        'steps.4.externalId': 'not_found',
        'steps.5.value': 'invalid_string',
        'steps.7.text': 'invalid_string',
        'steps.8.value': 'invalid_string',
        'steps.9.variables.x': 'invalid_string',
        'steps.10.seconds': 'invalid_type',
        'steps.11.seconds': 'invalid_type',
        'steps.12.value': 'invalid_type',
        'steps.13.snoozeSeconds': 'unrecognized_keys',
        'steps.14.userId': 'not_found',
        'steps.14.teamId': 'not_found',
        'steps.15.userId': 'unrecognized_keys',
        'steps.15.strategy': 'unrecognized_keys',
      }),
    );
    expect(await prisma.automation.count()).toBe(before);
  });

  test('400 for the id of a record of another kind that the version also names', async () => {
    const { team, user, label, channel, messageTemplate, file } = own;
    const steps: AutomationStep[] = [
      { type: 'assign', userId: team.id, teamId: team.id },
      { type: 'assign', userId: user.id, teamId: user.id },
      { type: 'add_label', labelId: label.id },
      { type: 'add_label', labelId: channel.id },
      { type: 'send_template', messageTemplateId: label.id, mediaFileId: label.id },
      { type: 'send_template', messageTemplateId: messageTemplate.id, mediaFileId: file.id },
      { type: 'send_message', text: 'Hi', attachments: [{ fileId: messageTemplate.id }] },
    ];
    const trigger = { type: 'label_added', channelId: label.id, labelId: file.id } as const;
    await expect(createAutomation(worlds.context(), { ...draft, trigger, steps })).rejects.toMatchObject(
      validationErrors({
        'trigger.channelId': 'not_found',
        'trigger.labelId': 'not_found',
        'steps.0.userId': 'not_found',
        'steps.1.teamId': 'not_found',
        'steps.3.labelId': 'not_found',
        'steps.4.messageTemplateId': 'not_found',
        'steps.4.mediaFileId': 'not_found',
        'steps.6.attachments.0.fileId': 'not_found',
      }),
    );
  });

  test('accepts records that exist', async () => {
    const label = await createLabel(database, tenantId());
    const file = await createFile(database, tenantId());
    const steps: AutomationStep[] = [
      { type: 'add_label', labelId: label.id.toUpperCase() },
      { type: 'send_template', messageTemplateId: own.messageTemplate.id, mediaFileId: file.id },
      { type: 'call_webhook', url: 'https://partner.example' },
      { type: 'assign', assignedUserId: 'user-7' },
    ];
    const { latestVersion } = await createAutomation(worlds.context(), { ...draft, steps });
    expect(latestVersion.steps).toEqual(steps);
  });
});

describe('update, publish and deactivate', () => {
  test('new steps create a new version, which runs once it is published', async () => {
    const context = worlds.context();
    const { id, latestVersionId: first } = await createAutomation(context, draft);
    expect(await publishAutomation(context, id)).toMatchObject({
      status: 'active',
      activeVersionId: first,
      activeVersionTriggerType: 'message_received',
    });
    const steps: AutomationStep[] = [{ type: 'send_message', text: 'Good day!' }];
    const updated = await updateAutomation(context, id, { steps });
    expect(updated).toMatchObject({ activeVersionId: first, latestVersion: { number: 2, steps } });
    expect(updated.latestVersion.trigger).toEqual({
      ...draft.trigger,
      ...{ channelId: null, labelId: null, replyId: null, attributeId: null, campaignId: null },
      ...{ rule: null, timeZone: null, audienceQuery: null, segmentId: null },
    });
    expect(updated.activeVersion?.steps).toEqual(draft.steps);
    expect(await publishAutomation(context, id)).toMatchObject({ activeVersionId: updated.latestVersionId });
    const renamed = await updateAutomation(context, id, { name: 'Hello' });
    expect(renamed).toMatchObject({ name: 'Hello', latestVersionId: updated.latestVersionId });
    expect(await deactivateAutomation(context, id)).toMatchObject({
      status: 'inactive',
      activeVersion: null,
    });
    const trigger = { automationId: id, contactId: own.contact.id };
    await expect(triggerAutomation(context, trigger)).rejects.toMatchObject(refusal('automation_not_active'));
  });

  test.each([
    ['two different concurrent updates create two versions', ['one', 'two'], [1, 2, 3]],
    ['two equal concurrent updates create one version', ['one', 'one'], [1, 2]],
  ] as const)('%s', async (_, keywords, numbers) => {
    const context = worlds.context();
    const { id } = await createAutomation(context, draft);
    await Promise.all(
      keywords.map((keyword) =>
        updateAutomation(context, id, { trigger: { type: 'message_received', keyword } }),
      ),
    );
    const versions = await prisma.automationVersion.findMany({ where: { automationId: id } });
    expect(versions.map(({ number }) => number).sort()).toEqual(numbers);
  });

  test('400 on steps that name records that do not exist; 404 for an unknown, malformed or another tenant’s automation', async () => {
    const context = worlds.context();
    const { id } = await createAutomation(context, draft);
    const steps: AutomationStep[] = [{ type: 'add_label', labelId: newId() }];
    await expect(updateAutomation(context, id, { steps })).rejects.toMatchObject(
      validationErrors({ 'steps.0.labelId': 'not_found' }),
    );
    for (const wrong of [newId(), 'x', other.automation.id]) {
      const missing = refusal('automation_not_found');
      await expect(updateAutomation(context, wrong, {})).rejects.toMatchObject(missing);
      await expect(publishAutomation(context, wrong)).rejects.toMatchObject(missing);
      await expect(deactivateAutomation(context, wrong)).rejects.toMatchObject(missing);
    }
  });
});
