import { describe, expect, it } from '@jest/globals';
import { newId } from '@parley/core';
import { validRequest } from '@parley/testkit';
import { useResource } from '@parley/testkit/hooks';
import { errorKeys } from '../../support/failures.js';
import { locksOrWrites, recordStatements } from '../../support/record-statements.js';
import { snapshotTenant } from '../../support/snapshot-tenant.js';
import { useStage } from '../../support/use-stage.js';

describe('all errors at once', () => {
  const stage = useStage();
  const before = useResource(() => snapshotTenant(stage.database, stage.tenantId));

  const unknownId = newId();
  const surprise = { surprise: 1 };
  const unrecognized = { surprise: 'unrecognized_keys' };

  /**
   * A body with errors of the schema and errors that only the use case finds, and everything that the 400 must report.
   */
  const wrongBodies: [operationId: string, body: object, expected: Record<string, string>][] = [
    [
      'addContactLabels',
      { labels: [{ id: unknownId }, { id: 'no id' }, { id: unknownId }], ...surprise },
      {
        'labels.0.id': 'not_found',
        'labels.1.id': 'invalid_string',
        'labels.2.id': 'not_found',
        ...unrecognized,
      },
    ],
    [
      'createContact',
      {
        firstName: 1,
        email: 'nobody',
        phoneNumber: '123',
        labels: [{ id: unknownId }],
        attributes: [{ externalId: 'nowhere', value: 'x' }, { externalId: 'city' }],
      },
      {
        firstName: 'invalid_type',
        email: 'invalid_string',
        phoneNumber: 'invalid_string',
        'labels.0.id': 'not_found',
        'attributes.0.externalId': 'not_found',
        'attributes.1.value': 'invalid_type',
      },
    ],
    ['createContact', surprise, { body: 'invalid_type', ...unrecognized }],
    ['createContact', { firstName: 1 }, { firstName: 'invalid_type' }],
    [
      'updateContact',
      { email: 'nobody', isSubscribed: 'yes' },
      { email: 'invalid_string', isSubscribed: 'invalid_type' },
    ],
    [
      'createAutomation',
      {
        trigger: { type: 'manual', channelId: unknownId, keyword: 'hello' },
        steps: [
          { type: 'add_label', labelId: unknownId, ...surprise },
          { type: 'wait' },
          { type: 'add_label' },
          { type: 'send_message', text: 'Hello {{ }}' },
        ],
      },
      {
        name: 'invalid_type',
        'trigger.channelId': 'not_found',
        'trigger.keyword': 'unrecognized_keys',
        'steps.0.labelId': 'not_found',
        'steps.0.surprise': 'unrecognized_keys',
        'steps.1.seconds': 'invalid_type',
        'steps.2.labelId': 'invalid_type',
        'steps.3.text': 'invalid_string',
      },
    ],
    [
      'updateAutomation',
      { name: 1, steps: [{ type: 'remove_label', labelId: unknownId }] },
      { name: 'invalid_type', 'steps.0.labelId': 'not_found' },
    ],
    [
      'createCampaign',
      {
        recurrenceRules: ['FREQ=NEVER'],
        contactIds: [unknownId],
        contacts: [{ phoneNumber: '123' }, { firstName: 'Ada' }, { email: 1 }],
      },
      {
        name: 'invalid_type',
        channelId: 'invalid_type',
        automationId: 'invalid_type',
        'recurrenceRules.0': 'invalid_string',
        'contactIds.0': 'not_found',
        'contacts.0.phoneNumber': 'invalid_string',
        'contacts.1': 'invalid_type',
        'contacts.2.email': 'invalid_type',
      },
    ],
    [
      'updateCampaign',
      { name: 1, recurrenceRules: ['FREQ=NEVER'] },
      { name: 'invalid_type', 'recurrenceRules.0': 'invalid_string' },
    ],
    [
      'sendMessage',
      { attachments: [{ fileId: unknownId }], subject: 1 },
      { chatId: 'invalid_type', 'attachments.0.fileId': 'not_found', subject: 'invalid_type' },
    ],
    ['sendMessage', { chatId: 1 }, { chatId: 'invalid_type', text: 'invalid_type' }],
    ['sendMessage', { chatId: 1, template: 1 }, { chatId: 'invalid_type', template: 'invalid_type' }],
    [
      'sendMessage',
      { chatId: 1, attachments: 'none' },
      { chatId: 'invalid_type', attachments: 'invalid_type' },
    ],
    [
      'createMessageTemplate',
      { body: 'Hello {{ }}', mediaFileId: unknownId },
      { name: 'invalid_type', body: 'invalid_string', mediaFileId: 'not_found' },
    ],
    [
      'updateMessageTemplate',
      { body: 'Hello {{ }}', mediaFileId: unknownId, name: 1 },
      { name: 'invalid_type', body: 'invalid_string', mediaFileId: 'not_found' },
    ],
    [
      'changeChatStatus',
      { snoozedUntil: '2036-01-01T00:00:00Z', triggerAutomations: 'yes' },
      { snoozedUntil: 'unrecognized_keys', triggerAutomations: 'invalid_type' },
    ],
    [
      'changeChatStatus',
      { status: 'gone', snoozedUntil: '2036-01-01T00:00:00Z' },
      { status: 'invalid_enum_value' },
    ],
    [
      'resendDeliveries',
      { from: '2026-01-02T00:00:00Z', to: '2026-01-01T00:00:00Z', ...surprise },
      { to: 'too_small', ...unrecognized },
    ],
    [
      'createChannel',
      { type: 'sms', provider: 'whatsapp' },
      { name: 'invalid_type', provider: 'invalid_enum_value' },
    ],
    [
      'createChannel',
      { type: 'sms', provider: 'nobody' },
      { name: 'invalid_type', provider: 'invalid_enum_value' },
    ],
  ];

  describe('400 reports the errors of the use case together with those of the schema; nothing is locked or written', () => {
    it.each(wrongBodies)('%s %j', async (operationId, wrongBody, expected) => {
      const { params = {} } = validRequest(stage.own, 'v3', operationId);
      const { result, statements } = await recordStatements(() =>
        stage.call({ version: 'v3', operationId }, { params, wrongBody }),
      );
      expect(errorKeys(result)).toEqual(expected);
      expect(statements.filter((text) => locksOrWrites.test(text))).toEqual([]);
      expect(await snapshotTenant(stage.database, stage.tenantId)).toEqual(before);
    });

    it('v2 createBroadcast', async () => {
      const { params = {} } = validRequest(stage.own, 'v2', 'createBroadcast');
      const wrongBody = {
        workflowId: stage.own.automation.id,
        isScheduled: true,
        isReoccurring: true,
        recurrenceRules: ['FREQ=NEVER'],
        contacts: [
          { phoneNumber: '123', attributes: [{ externalId: 'nowhere', value: 'x' }] },
          { firstName: 'Ada' },
          { email: 1 },
        ],
      };
      const response = await stage.call(
        { version: 'v2', operationId: 'createBroadcast' },
        { params, wrongBody },
      );
      expect(errorKeys(response)).toEqual({
        name: 'invalid_type',
        scheduledAt: 'invalid_type',
        'recurrenceRules.0': 'invalid_string',
        'contacts.0.phoneNumber': 'invalid_string',
        'contacts.0.attributes.0.externalId': 'not_found',
        'contacts.1': 'invalid_type',
        'contacts.2.email': 'invalid_type',
      });
      expect(await snapshotTenant(stage.database, stage.tenantId)).toEqual(before);
    });

    it('an address that another contact has', async () => {
      const wrongBody = { phoneNumber: stage.own.contact.phoneNumber, firstName: 1 };
      const response = await stage.call({ version: 'v3', operationId: 'createContact' }, { wrongBody });
      expect(errorKeys(response)).toEqual({ phoneNumber: 'not_unique', firstName: 'invalid_type' });
    });

    it('an invalid idempotency key', async () => {
      const headers = { 'idempotency-key': 'schlüssel' };
      const response = await stage.call(
        { version: 'v3', operationId: 'createLabel' },
        { wrongBody: { color: 'red' }, headers },
      );
      expect(errorKeys(response)).toMatchObject({
        'Idempotency-Key': 'invalid_string',
        name: 'invalid_type',
      });
    });

    it('at most 50 errors, even for 5,000 contacts, starting with the first items of the lists', async () => {
      const { params = {} } = validRequest(stage.own, 'v2', 'createBroadcast');
      const contacts = Array.from({ length: 5_000 }, () => ({ phoneNumber: '123', email: 'nobody' }));
      const response = await stage.call(
        { version: 'v2', operationId: 'createBroadcast' },
        { params, wrongBody: { workflowId: unknownId, contacts } },
      );
      const keys = errorKeys(response);
      expect(Object.keys(keys)).toHaveLength(50);
      expect(keys).toMatchObject({ name: 'invalid_type', 'contacts.0.phoneNumber': 'invalid_string' });
    });

    it('400 takes precedence over 404 for an unknown id in the path', async () => {
      const response = await stage.call(
        { version: 'v3', operationId: 'addContactLabels' },
        { params: { contactId: unknownId }, wrongBody: { labels: [{ id: unknownId }], ...surprise } },
      );
      expect(errorKeys(response)).toEqual({ 'labels.0.id': 'not_found', ...unrecognized });
    });
  });
});
