import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createAttribute, createContact, expectStatus, fillLabels, setAttributeValue } from '@parley/testkit';
import { errorKeys, failure, invalid } from '../../support/failures.js';
import { findJobs } from '../../support/find-jobs.js';
import type { Stage } from '../../support/start-stage.js';
import { startTime } from '../../support/start-stage.js';
import type { RenewableWorld } from '../../support/use-stage.js';
import { campaignCalls, noTotals } from './campaign-calls.js';

export function describeCampaignCreation(stage: Stage, world: RenewableWorld): void {
  const { snapshot, create, createdBy, read, createTemplateAutomation } = campaignCalls(stage, world);

  describe('createCampaign 200', () => {
    beforeEach(world.renew);

    it('creates a draft that can be started, which getCampaign then returns', async () => {
      const created = await createdBy();
      expect(created).toEqual({
        id: expect.any(String),
        createdAt: startTime,
        updatedAt: startTime,
        name: 'Autumn offer',
        status: 'draft',
        channelId: world.channel.id,
        automationId: world.automation.id,
        messageTemplateId: null,
        media: null,
        scheduledAt: null,
        recurrenceRules: [],
        timeZone: null,
        variables: {},
        audience: null,
        nextOccurrenceAt: null,
        failureReason: null,
        totals: noTotals,
      });
      expect(await read(created.id)).toEqual(created);
      expect(await findJobs(stage.database, 'start-campaign', created.id)).toEqual([]);
    });

    it('stores the template, the time in UTC, the rules and the variables', async () => {
      const variables = { code: 'SPRING', empty: '', 'quo"te': '{{x}}', constructor: '☎️' };
      const given = {
        automationId: await createTemplateAutomation(),
        messageTemplateId: world.messageTemplate.id,
        recurrenceRules: ['FREQ=WEEKLY;COUNT=4', 'FREQ=DAILY;UNTIL=20270101'],
        timeZone: 'Europe/Berlin',
        variables,
      };
      const created = await createdBy({ ...given, scheduledAt: '2026-12-24T18:00:00+01:00' });
      expect(created).toMatchObject({
        ...given,
        scheduledAt: '2026-12-24T17:00:00.000Z',
        nextOccurrenceAt: null,
      });
      expect(created.variables).toEqual(variables);
    });

    it('accepts a local time with the zone of the workspace or a name, as an update does', async () => {
      expectStatus(await world.v3.call('updateWorkspace', { body: { timeZone: 'America/New_York' } }), 200);
      const at = '2026-12-01T09:00:00';
      const created = await createdBy({ scheduledAt: { at, timeZone: 'workspace' } });
      expect(created.scheduledAt).toBe('2026-12-01T14:00:00.000Z');
      const updated = await world.v3.call('updateCampaign', {
        params: { campaignId: created.id },
        body: { scheduledAt: { at, timeZone: 'Europe/Berlin' } },
      });
      expect(expectStatus(updated, 200).body.data.scheduledAt).toBe('2026-12-01T08:00:00.000Z');
    });

    it('accepts a local time of each contact, as an update does', async () => {
      const local = { at: '2026-12-01T09:00:00', timeZone: 'contact' };
      // It is nine o'clock at UTC+14.
      const expected = { scheduledAt: '2026-11-30T19:00:00.000Z', timeZone: 'contact' };
      expect(await createdBy({ scheduledAt: local })).toMatchObject(expected);
      const { id } = await createdBy({ timeZone: 'Europe/Berlin' });
      const updated = await world.v3.call('updateCampaign', {
        params: { campaignId: id },
        body: { scheduledAt: local },
      });
      expect(expectStatus(updated, 200).body.data).toMatchObject(expected);
    });

    it('accepts null for optional fields', async () => {
      const nothing = { scheduledAt: null, messageTemplateId: null };
      expect(await createdBy(nothing)).toMatchObject({ ...nothing, status: 'draft' });
    });

    it('each recipient counts once, by id or by its fields; new contacts are created', async () => {
      const { contact, attribute } = world;
      const { totals, id } = await createdBy({
        contactIds: [contact.id, contact.id.toUpperCase()],
        contacts: [
          { phoneNumber: contact.phoneNumber },
          {
            firstName: 'Grace',
            email: 'Grace@example.com',
            attributes: [{ externalId: attribute.externalId, value: 'Rome' }],
            labels: [{ name: 'New' }],
          },
        ],
      });
      expect(totals).toEqual({ ...noTotals, recipients: 2, pending: 2 });
      const recipients = await stage.database.prisma.campaignRecipient.findMany({
        where: { campaignId: id },
        include: { contact: { include: { labels: { include: { label: true } }, attributeValues: true } } },
      });
      const made = recipients.find(({ contactId }) => contactId !== contact.id)?.contact;
      expect(made).toMatchObject({
        firstName: 'Grace',
        email: 'grace@example.com',
        labels: [{ label: { name: 'New' } }],
        attributeValues: [{ value: 'Rome' }],
      });
    });
  });

  describe('createCampaign 400; nothing is created', () => {
    beforeAll(world.renew);

    it.each([
      [
        { name: undefined, channelId: undefined },
        { name: 'invalid_type', channelId: 'invalid_type' },
      ],
      [{ channelId: 'x' }, { channelId: 'invalid_string' }],
      [{ variables: { a: 1 } }, { 'variables.a': 'invalid_type' }],
      [{ variables: [{ name: 'a', value: 'b' }] }, { variables: 'invalid_type' }],
      [{ scheduledAt: 'soon' }, { scheduledAt: 'invalid_date' }],
      [
        { scheduledAt: { at: '2026-12-01T09:00:00', timeZone: 'contact' }, timeZone: 'Europe/Berlin' },
        { timeZone: 'invalid_string' },
      ],
      [{ timeZone: 'contact' }, { timeZone: 'invalid_string' }],
      [
        { scheduledAt: { at: '2026-02-30T09:00:00', timeZone: 'Mars/Olympus' } },
        { 'scheduledAt.at': 'invalid_date', 'scheduledAt.timeZone': 'invalid_string' },
      ],
      [{ timeZone: 'Mars/Olympus' }, { timeZone: 'invalid_string' }],
      [{ recurrenceRules: ['often'] }, { 'recurrenceRules.0': 'invalid_string' }],
      [{ recurrenceRules: ['FREQ=DAILY;UNTIL=20200101'] }, { recurrenceRules: 'invalid_string' }],
      [{ isScheduled: true }, { isScheduled: 'unrecognized_keys' }],
      [{ contacts: [{}] }, { 'contacts.0': 'too_small' }],
      [
        { contacts: [{ name: 'Ada' }] },
        { 'contacts.0.name': 'unrecognized_keys', 'contacts.0': 'invalid_type' },
      ],
      [
        { contacts: [{ email: 'ada@example.com', attributes: [{ externalId: 'unknown', value: 'x' }] }] },
        { 'contacts.0.attributes.0.externalId': 'not_found' },
      ],
      [{ contactIds: ['x'] }, { 'contactIds.0': 'invalid_string' }],
    ])('for %j', async (invalid, expected) => {
      const before = await snapshot();
      const wrongBody = {
        name: 'Offer',
        channelId: world.channel.id,
        automationId: world.automation.id,
        ...invalid,
      };
      expect(errorKeys(await world.v3.call('createCampaign', { wrongBody }))).toEqual(expected);
      expect(await snapshot()).toEqual(before);
    });

    it('not_found at each contact that does not exist; no contact is created', async () => {
      const before = await snapshot();
      const contactIds = [world.contact.id, stage.other.contact.id, world.chat.id];
      const { body } = expectStatus(
        await create({ contactIds, contacts: [{ email: 'grace@example.com' }] }),
        400,
      );
      const error = { key: 'not_found', message: 'Contact not found' };
      expect(body).toEqual(invalid({ 'contactIds.1': error, 'contactIds.2': error }));
      expect(await snapshot()).toEqual(before);
    });

    it('too_big at each contact that would have more than 500 labels, as in an update; nothing changes', async () => {
      const { id: contactId, phoneNumber } = world.contact;
      await fillLabels(stage.database, world.tenant.id, { contactId, count: 498 });
      const { id: campaignId } = await createdBy();
      const before = await snapshot();
      const contacts = [
        { email: 'grace@example.com', labels: [{ name: 'VIP' }, { name: 'Angry' }] },
        { phoneNumber, labels: [{ name: 'VIP' }, { name: world.label.name }] },
        { phoneNumber, labels: [{ name: 'VIP' }, { name: 'Angry' }] },
      ];
      const error = { key: 'too_big', message: 'A contact can have at most 500 labels' };
      const expected = invalid({ 'contacts.2.labels': error });
      expect(expectStatus(await create({ contacts }), 400).body).toEqual(expected);
      const update = { params: { campaignId }, body: { contacts } };
      expect(expectStatus(await world.v3.call('updateCampaign', update), 400).body).toEqual(expected);
      expect(await snapshot()).toEqual(before);
      const { totals } = await createdBy({ contacts: contacts.slice(0, 2) });
      expect(totals.recipients).toBe(2);
    });

    it('too_big at each contact whose attribute values would have more than 64 KB; nothing changes', async () => {
      const { id: attributeId, externalId } = await createAttribute(stage.database, world.tenant.id);
      const { id: contactId, phoneNumber } = await createContact(stage.database, world.tenant.id);
      await setAttributeValue(stage.database, world.tenant.id, {
        contactId,
        attributeId,
        value: 'x'.repeat(65_536),
      });
      const before = await snapshot();
      const contacts = [
        {
          email: 'grace@example.com',
          attributes: [{ externalId: world.attribute.externalId, value: 'Berlin' }],
        },
        {
          phoneNumber: phoneNumber ?? '',
          attributes: [{ externalId: world.attribute.externalId, value: 'x' }],
        },
      ];
      const message = 'The attribute values of a contact can have at most 65536 bytes together';
      const expected = invalid({ 'contacts.1.attributes': { key: 'too_big', message } });
      expect(expectStatus(await create({ contacts }), 400).body).toEqual(expected);
      expect(await snapshot()).toEqual(before);
      const shorter = { phoneNumber: phoneNumber ?? '', attributes: [{ externalId, value: 'Berlin' }] };
      expect((await createdBy({ contacts: [shorter] })).totals.recipients).toBe(1);
    });

    it('too_big for more than 5,000 contacts in both lists together', async () => {
      const contacts = Array.from({ length: 5_000 }, (_, index) => ({ email: `ada${index}@example.com` }));
      expect(errorKeys(await create({ contacts, contactIds: [world.contact.id] }))).toEqual({
        contacts: 'too_big',
      });
    });
  });

  describe('createCampaign 404', () => {
    beforeAll(world.renew);

    it('channel, automation and template in this order', async () => {
      const { channel, automation, messageTemplate } = stage.other;
      const all = {
        channelId: channel.id,
        automationId: automation.id,
        messageTemplateId: messageTemplate.id,
      };
      const { channelId: _channel, ...two } = all;
      const expected = [
        [all, 'channel_not_found', 'Channel not found'],
        [two, 'automation_not_found', 'Automation not found'],
        [
          { messageTemplateId: messageTemplate.id },
          'message_template_not_found',
          'Message template not found',
        ],
      ] as const;
      for (const [values, key, message] of expected) {
        expect(expectStatus(await create(values), 404).body).toEqual(failure(key, message));
      }
    });
  });
}
