import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { errorKeys } from '../../support/failures.js';
import { snapshotTenant } from '../../support/snapshot-tenant.js';
import type { Stage } from '../../support/start-stage.js';
import { startTime } from '../../support/start-stage.js';
import type { RenewableWorld } from '../../support/use-stage.js';
import { type AutomationCreate, automationCalls, hello } from './automation-calls.js';

export function describeAutomationCreation(stage: Stage, world: RenewableWorld): void {
  const { create, createdBy, read } = automationCalls(world);

  /** Returns one step of each kind, as a caller writes it. */
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
      {
        type: 'call_webhook',
        url: 'https://partner.example/order',
        responseVariables: [{ name: 'orderStatus', pointer: '/order/status' }],
      },
      {
        type: 'branch',
        match: 'any',
        conditions: [
          { field: 'variables.orderStatus', operator: 'equals', value: 'sent' },
          { field: 'time', operator: 'is_within', workingHours: workingHours() },
        ],
        // biome-ignore lint/suspicious/noThenProperty: the contract names the list so, and nothing awaits a step
        then: [{ type: 'set_variable', name: 'greeting', value: 'Hello' }],
        else: [{ type: 'stop' }],
      },
      {
        type: 'ask',
        text: 'How many?',
        expect: 'number',
        saveTo: { variable: 'count' },
        timeoutSeconds: 3600,
        retry: { text: 'A number, please.', times: 3 },
        else: [{ type: 'stop' }],
      },
      {
        type: 'ask',
        interactive: sure,
        expect: 'choice',
        saveTo: { externalId: world.attribute.externalId },
        timeoutSeconds: 3600,
      },
    ];
  }

  function workingHours() {
    const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
    return {
      timeZone: 'Europe/Berlin',
      hours: days.map((day) => ({ day, from: '09:00', to: '17:30' })),
    };
  }

  const sure = { body: 'Sure?', buttons: [{ id: 'yes', title: 'Yes' }] };

  /** One branch step with this condition and these nested steps. */
  const branch = (condition: object, nested: readonly object[] = []) => ({
    type: 'branch',
    conditions: [{ field: 'contact.email', operator: 'is_set', ...condition }],
    // biome-ignore lint/suspicious/noThenProperty: the contract names the list so, and nothing awaits a step
    then: nested,
  });

  /** Returns steps that are nested so many levels deep. */
  const nest = (levels: number): object => (levels === 0 ? hello : branch({}, [nest(levels - 1)]));

  describe('createAutomation 200', () => {
    beforeEach(world.renew);

    it('creates a draft with its first version, which getAutomation then returns', async () => {
      const trigger = { type: 'message_received', channelId: world.channel.id, keyword: 'hello' } as const;
      const created = await createdBy({ trigger, steps: everyStep() });
      const version = {
        id: created.latestVersionId,
        createdAt: startTime,
        number: 1,
        trigger: {
          ...{ ...trigger, labelId: null, replyId: null, attributeId: null, campaignId: null },
          ...{ schedule: null, audience: null },
        },
        steps: everyStep(),
      };
      expect(created).toEqual({
        occurrences: null,
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

    it('returns the body of an interactive message as the text, and accepts it again', async () => {
      const shown = [{ type: 'send_message' as const, text: 'Sure?', interactive: sure }];
      const { latestVersion } = await createdBy({
        steps: [{ type: 'send_message', interactive: sure }],
      });
      expect(latestVersion.steps).toEqual(shown);
      expect((await createdBy({ steps: shown })).latestVersion.steps).toEqual(shown);
    });

    it('returns a time in UTC, whatever its offset was', async () => {
      const { latestVersion } = await createdBy({
        steps: [{ type: 'wait', until: '2026-12-01T09:00:00+01:00' }],
      });
      expect(latestVersion.steps).toEqual([{ type: 'wait', until: '2026-12-01T08:00:00.000Z' }]);
    });
  });

  describe('createAutomation 400; nothing is created', () => {
    beforeAll(world.renew);

    const unknown = '0193a1e0-5c00-7000-8000-00000000ffff';
    it.each([
      [{ name: '' }, { name: 'too_small' }],
      [{ name: undefined }, { name: 'invalid_type' }],
      [{ trigger: { type: 'fly' } }, { 'trigger.type': 'invalid_enum_value' }],
      [{ trigger: { type: 'manual', keyword: 'x' } }, { 'trigger.keyword': 'unrecognized_keys' }],
      [{ trigger: { type: 'message_received', keyword: '' } }, { 'trigger.keyword': 'too_small' }],
      [{ trigger: { type: 'chat_opened', replyId: 'yes' } }, { 'trigger.replyId': 'unrecognized_keys' }],
      [{ steps: [{ type: 'send_message' }] }, { 'steps.0.text': 'invalid_type' }],
      [
        { steps: [{ type: 'send_message', interactive: { body: 'Sure? {{' } }] },
        { 'steps.0.interactive.buttons': 'invalid_type', 'steps.0.interactive.body': 'invalid_string' },
      ],
      [
        { steps: [{ type: 'send_message', text: 'Really?', interactive: sure }] },
        { 'steps.0.text': 'unrecognized_keys' },
      ],
      [
        {
          steps: [
            {
              ...{ type: 'send_message', attachments: [{ fileId: '0193a1e0-5c00-7000-8000-00000000ffff' }] },
              interactive: { body: 'Look', link: { title: 'Open', url: 'https://shop.example/{{code}}' } },
            },
          ],
        },
        { 'steps.0.attachments': 'unrecognized_keys', 'steps.0.attachments.0.fileId': 'not_found' },
      ],
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
            {
              type: 'send_template',
              messageTemplateId: unknown,
              variables: { fine: '{{ größe }}', x: '{{' },
            },
          ],
        },
        {
          'steps.0.text': 'invalid_string',
          'steps.1.messageTemplateId': 'not_found',
          'steps.1.variables.x': 'invalid_string',
        },
      ],
      [
        { steps: [branch({}, [hello, { type: 'add_label', labelId: unknown }])] },
        { 'steps.0.then.1.labelId': 'not_found' },
      ],
      [{ steps: [branch({}, [{ type: 'send_message' }])] }, { 'steps.0.then.0.text': 'invalid_type' }],
      [
        { steps: [branch({}, [{ type: 'send_message', text: '{{a b}}' }])] },
        { 'steps.0.then.0.text': 'invalid_string' },
      ],
      [{ steps: [nest(6)] }, { 'steps.0.then.0.then.0.then.0.then.0.then.0.then.0': 'too_big' }],
      [
        {
          steps: [
            branch(
              {},
              Array.from({ length: 100 }, () => hello),
            ),
          ],
        },
        { steps: 'too_big' },
      ],
      [{ steps: [branch({ operator: 'equals' })] }, { 'steps.0.conditions.0.value': 'invalid_type' }],
      [{ steps: [branch({ field: 'email' })] }, { 'steps.0.conditions.0.field': 'invalid_string' }],
      [
        { steps: [branch({ operator: 'is_within', workingHours: workingHours() })] },
        { 'steps.0.conditions.0.operator': 'invalid_enum_value' },
      ],
      [
        { steps: [branch({ workingHours: workingHours() })] },
        { 'steps.0.conditions.0.workingHours': 'unrecognized_keys' },
      ],
      [
        { steps: [branch({ field: 'time', operator: 'is_within' })] },
        { 'steps.0.conditions.0.workingHours': 'invalid_type' },
      ],
      [
        {
          steps: [
            branch({
              field: 'time',
              operator: 'is_not_within',
              workingHours: {
                timeZone: 'Mars/Olympus',
                hours: [{ day: 'monday', from: '17:00', to: '09:00' }],
              },
            }),
          ],
        },
        {
          'steps.0.conditions.0.workingHours.timeZone': 'invalid_string',
          'steps.0.conditions.0.workingHours.hours.0.to': 'too_small',
        },
      ],
      [
        {
          steps: [
            branch({
              field: 'time',
              operator: 'is_within',
              workingHours: { ...workingHours(), timeZone: '+02:00' },
            }),
          ],
        },
        { 'steps.0.conditions.0.workingHours.timeZone': 'invalid_string' },
      ],
      [
        { steps: [{ type: 'set_variable', name: 'first name', value: 'x' }] },
        { 'steps.0.name': 'invalid_string' },
      ],
      [
        { steps: [{ type: 'call_webhook', url: 'ftp://partner.example' }] },
        { 'steps.0.url': 'invalid_string' },
      ],
    ])('for %j: the errors of the step’s type only, each at its path', async (invalid, expected) => {
      const before = await snapshotTenant(stage.database, world.tenant.id);
      const wrongBody = { name: 'Welcome', trigger: { type: 'manual' }, steps: [hello], ...invalid };
      const response = await world.v3.call('createAutomation', { wrongBody });
      expect(errorKeys(response)).toEqual(expected);
      expect(await snapshotTenant(stage.database, world.tenant.id)).toEqual(before);
    });

    it('not_found for a label of another tenant', async () => {
      const { id: labelId } = stage.other.label;
      const trigger = { type: 'label_added', labelId } as const;
      expect(errorKeys(await create({ trigger, steps: [{ type: 'add_label', labelId }] }))).toEqual({
        'trigger.labelId': 'not_found',
        'steps.0.labelId': 'not_found',
      });
    });
  });
}
