import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createAutomation, createLabel, expectStatus } from '@parley/testkit';
import { errorKeys, invalid } from '../../support/failures.js';
import { findJobs } from '../../support/find-jobs.js';
import type { Stage } from '../../support/start-stage.js';
import { startTime } from '../../support/start-stage.js';
import type { RenewableWorld } from '../../support/use-stage.js';
import { contactCalls, type Schemas, unknownId } from './contact-calls.js';

export function describeContactCreation(stage: Stage, world: RenewableWorld): void {
  const { newAttribute, snapshot, eventsAbout, areWaiting } = contactCalls(stage, world);

  function create(body: Schemas['ContactCreate']) {
    return world.v3.call('createContact', { body });
  }

  describe('createContact 200', () => {
    beforeEach(world.renew);

    it('stores every field, with a primary handle for each address, and emits an event', async () => {
      const age = await newAttribute('age', 'number');
      const { body } = expectStatus(
        await create({
          firstName: 'Grace',
          lastName: 'Hopper',
          email: 'Grace@Customer.Example',
          phoneNumber: '+49 (151) 1234-5678',
          isSubscribed: false,
          metadata: { crm: { id: 7, tags: ['a', null] } },
          timeZone: 'America/New_York',
          attributes: [
            { externalId: 'age', value: '84' },
            { externalId: 'age', value: '85' },
            { externalId: world.attribute.externalId, value: null },
          ],
          labels: [{ id: world.label.id }, { id: world.label.id.toUpperCase() }],
        }),
        200,
      );
      const handle = { id: expect.any(String), createdAt: startTime, updatedAt: startTime, isPrimary: true };
      const rest = { extra: {}, hasChats: false };
      expect(body.data).toEqual({
        id: expect.any(String),
        createdAt: startTime,
        updatedAt: startTime,
        firstName: 'Grace',
        lastName: 'Hopper',
        fullName: 'Grace Hopper',
        displayName: 'Grace Hopper',
        isSubscribed: false,
        handles: expect.arrayContaining([
          { ...handle, type: 'phone_number', value: '+4915112345678', ...rest },
          { ...handle, type: 'email', value: 'grace@customer.example', ...rest },
        ]),
        labels: [{ id: world.label.id, name: world.label.name, color: world.label.color }],
        attributes: [{ id: age.id, externalId: 'age', name: 'age', type: 'number', value: '85' }],
        phoneNumber: '+4915112345678',
        email: 'grace@customer.example',
        chats: [],
        metadata: { crm: { id: 7, tags: ['a', null] } },
        timeZone: 'America/New_York',
      });
      expect(body.data.handles).toHaveLength(2);
      expect(await eventsAbout(body.data.id)).toEqual([
        { type: 'contact.created', data: body.data },
        { type: 'contact.updated', data: body.data },
      ]);
      const read = await world.v3.call('getContact', {
        params: { contactId: body.data.id },
      });
      expect(expectStatus(read, 200).body.data).toEqual(body.data);
    });

    it.each([
      [{ firstName: 'Ada' }, { displayName: 'Ada', isSubscribed: true, metadata: {}, handles: [] }],
      [{ lastName: 'Berg', firstName: null }, { displayName: 'Berg' }],
      [{ email: 'ada@customer.example' }, { displayName: 'ada@customer.example' }],
      [{ phoneNumber: '+4915199999999' }, { displayName: '+4915199999999' }],
    ])('%j is enough', async (values, expected) => {
      expect(expectStatus(await create(values), 200).body.data).toMatchObject(expected);
    });

    it('two contacts may have one name, and another tenant the same address', async () => {
      expectStatus(await create({ firstName: 'Ada', phoneNumber: '+4915177777777' }), 200);
      expectStatus(await create({ firstName: 'Ada' }), 200);
      await world.renew();
      expectStatus(await create({ phoneNumber: '+4915177777777' }), 200);
    });

    it('runs the active automations with a trigger for added labels', async () => {
      const waiting = await createAutomation(stage.database, world.tenant.id, { triggerType: 'label_added' });
      expectStatus(await create({ firstName: 'Grace' }), 200);
      const { data } = expectStatus(
        await create({ firstName: 'Ada', labels: [{ id: world.label.id }] }),
        200,
      ).body;
      const runs = await stage.database.prisma.automationRun.findMany({
        where: { automationId: waiting.id },
      });
      expect(runs).toMatchObject([{ contactId: data.id, chatId: null }]);
      expect(await findJobs(stage.database, 'run-automation', runs[0]?.id ?? '')).toHaveLength(1);
    });

    it('runs an automation with a trigger for one label only if the contact has that label', async () => {
      const { database } = stage;
      const [vip, angry] = [
        await createLabel(database, world.tenant.id),
        await createLabel(database, world.tenant.id),
      ];
      const [forVip, forAngry] = await Promise.all(
        [vip, angry].map(({ id: labelId }) =>
          createAutomation(database, world.tenant.id, {
            triggerType: 'label_added',
            triggerParameters: { labelId },
          }),
        ),
      );
      expectStatus(await create({ firstName: 'Ada', labels: [{ id: vip.id }] }), 200);
      const countOf = (automationId = '') => database.prisma.automationRun.count({ where: { automationId } });
      expect([await countOf(forVip?.id), await countOf(forAngry?.id)]).toEqual([1, 0]);
    });

    it('not_unique for an address that a concurrent request takes', async () => {
      const client = await stage.database.pool.connect();
      await client.query('begin');
      const other = [world.tenant.id, unknownId];
      await client.query('insert into contacts (tenant_id, id) values ($1, $2)', other);
      await client.query(
        `insert into handles (tenant_id, id, contact_id, type, value) values ($1, $2, $2, 'email', 'a@b.example')`,
        other,
      );
      const response = create({ firstName: 'Ada', email: 'a@b.example' });
      const list = world.v3.call('upsertContacts', {
        body: { contacts: [{ email: 'a@b.example', firstName: 'Grace' }] },
      });
      await expect(areWaiting(2)).resolves.toBe(true);
      await client.query('commit');
      client.release();
      expect(errorKeys(await response)).toEqual({ email: 'not_unique' });
      expect(expectStatus(await list, 200).body.data).toMatchObject([{ status: 'updated', id: unknownId }]);
    });

    it('of ten concurrent requests with one address, one succeeds', async () => {
      const responses = await Promise.all(
        Array.from({ length: 10 }, () =>
          create({ email: 'only@customer.example', phoneNumber: '+4915188888888' }),
        ),
      );
      const created = responses.filter(({ status }) => status === 200);
      expect(created).toHaveLength(1);
      for (const response of responses) {
        if (response.status === 200) continue;
        expect(errorKeys(response)).toEqual({ email: 'not_unique', phoneNumber: 'not_unique' });
      }
      const where = { tenantId: world.tenant.id, email: 'only@customer.example' };
      expect(await stage.database.prisma.contact.count({ where })).toBe(1);
    });
  });

  describe('createContact 400; nothing changes', () => {
    beforeAll(world.renew);

    it('reports all errors at once', async () => {
      await newAttribute('born', 'date');
      const before = await snapshot();
      const response = await create({
        phoneNumber: world.contact.phoneNumber,
        email: 'new@customer.example',
        attributes: [
          { externalId: 'nothing', value: 'x' },
          { externalId: 'born', value: '2026-02-30' },
        ],
        labels: [{ id: world.label.id }, { id: stage.other.label.id }, { id: unknownId }],
      });
      expect(response.body).toEqual(
        invalid({
          phoneNumber: { key: 'not_unique', message: 'Another contact has this address' },
          'attributes.0.externalId': { key: 'not_found', message: 'Attribute not found' },
          'attributes.1.value': { key: 'invalid_string', message: 'Expected a date such as 2026-11-14' },
          'labels.1.id': { key: 'not_found', message: 'Label not found' },
          'labels.2.id': { key: 'not_found', message: 'Label not found' },
        }),
      );
      expect(await snapshot()).toEqual(before);
    });

    it.each([
      [{}, { body: 'invalid_type' }],
      [{ firstName: null, email: null }, { body: 'invalid_type' }],
      [{ firstName: ' \t' }, { body: 'invalid_type' }],
      [{ isSubscribed: true, metadata: { a: 1 } }, { body: 'invalid_type' }],
      [
        { firstName: '', lastName: 'x'.repeat(256) },
        { firstName: 'too_small', lastName: 'too_big' },
      ],
      [{ email: 'ada' }, { email: 'invalid_string' }],
      [{ email: 'ada@customer@example' }, { email: 'invalid_string' }],
      [{ email: `${'a'.repeat(320)}@b` }, { email: 'too_big' }],
      [{ phoneNumber: 'call me' }, { phoneNumber: 'invalid_string' }],
      [{ phoneNumber: '+()' }, { phoneNumber: 'invalid_string' }],
      [{ phoneNumber: '12' }, { phoneNumber: 'too_small' }],
      [{ phoneNumber: '1'.repeat(65) }, { phoneNumber: 'too_big' }],
      [{ firstName: 'Ada', isSubscribed: null }, { isSubscribed: 'invalid_type' }],
      [{ firstName: 'Ada', timeZone: 'Mars/Olympus' }, { timeZone: 'invalid_string' }],
      [{ firstName: 'Ada', timeZone: '-05:00' }, { timeZone: 'invalid_string' }],
      [{ firstName: 'Ada', metadata: [] }, { metadata: 'invalid_type' }],
      [{ firstName: 'Ada', metadata: { note: 'a\0b' } }, { 'metadata.note': 'invalid_string' }],
      [
        { firstName: 'Ada', attributes: [{ externalId: '1st', value: 1 }, { externalId: 'city' }] },
        {
          'attributes.0.externalId': 'invalid_string',
          'attributes.0.value': 'invalid_type',
          'attributes.1.value': 'invalid_type',
        },
      ],
      [{ firstName: 'Ada', labels: [{ id: 'VIP' }] }, { 'labels.0.id': 'invalid_string' }],
      [{ firstName: 'Ada', id: unknownId }, { id: 'unrecognized_keys' }],
    ])('for %j', async (wrongBody, expected) => {
      const before = await snapshot();
      expect(errorKeys(await world.v3.call('createContact', { wrongBody }))).toEqual(expected);
      expect(await snapshot()).toEqual(before);
    });
  });

  describe('getContact', () => {
    beforeAll(world.renew);

    it('200 with handles, labels, attributes and chats', async () => {
      const { contact, chat, label, attribute } = world;
      const { body } = expectStatus(
        await world.v3.call('getContact', { params: { contactId: contact.id } }),
        200,
      );
      expect(body.data).toMatchObject({
        id: contact.id,
        handles: [
          { id: contact.handle.id, hasChats: true },
          { id: world.spareHandle.id, hasChats: false },
        ],
        labels: [{ id: label.id }],
        attributes: [{ id: attribute.id, value: 'Berlin' }],
        chats: [{ id: chat.id, channelId: chat.channelId, status: 'open' }],
      });
    });

    it('404 contact_not_found', async () => {
      const { body } = expectStatus(
        await world.v3.call('getContact', { params: { contactId: unknownId } }),
        404,
      );
      expect(body.error).toEqual({ messageKey: 'contact_not_found', message: 'Contact not found' });
    });
  });
}
