import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { components } from '@parley/contract/v3';
import type { AttributeType } from '@parley/database';
import {
  createAttribute,
  createAutomation,
  createCampaign,
  createChat,
  createContact,
  createHandle,
  createLabel,
  createMessage,
  expectStatus,
  setAttributeValue,
} from '@parley/testkit';
import { faultKeys, invalid } from '../support/failures.js';
import { findEvents } from '../support/find-events.js';
import { findJobs } from '../support/find-jobs.js';
import { snapshotTenant } from '../support/snapshot-tenant.js';
import { startTime } from '../support/start-stage.js';
import { useStage, useWorld } from '../support/use-stage.js';

type Schemas = components['schemas'];

const stage = useStage();
const world = useWorld(stage);

function create(body: Schemas['ContactCreate']) {
  return world.v3.call('createContact', { body });
}

function update(body: Schemas['ContactUpdate'], contactId = world.contact.id) {
  return world.v3.call('updateContact', { params: { contactId }, body });
}

function newAttribute(externalId: string, type: AttributeType) {
  return createAttribute(stage.database, world.tenant.id, { externalId, name: externalId, type });
}

function snapshot() {
  return snapshotTenant(stage.database, world.tenant.id);
}

async function eventsAbout(contactId: string): Promise<unknown[]> {
  return (await findEvents(stage.database, { contactId })).map(({ type, data }) => ({ type, data }));
}

/** Whether so many statements of the API come to wait for a lock. */
async function areWaiting(count: number): Promise<boolean> {
  for (const deadline = Date.now() + 10_000; Date.now() < deadline; ) {
    const { rows } = await stage.database.pool.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    if (rows.length >= count) return true;
  }
  return false;
}

const unknownId = '0193a1e0-5c00-7000-8000-00000000ffff';

describe('createContact 200', () => {
  beforeEach(world.renew);

  it('keeps everything that is said, with a primary handle for each address, and tells it', async () => {
    const age = await newAttribute('age', 'number');
    const { body } = expectStatus(
      await create({
        firstName: 'Grace',
        lastName: 'Hopper',
        email: 'Grace@Customer.Example',
        phoneNumber: '+49 (151) 1234-5678',
        isSubscribed: false,
        metadata: { crm: { id: 7, tags: ['a', null] } },
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
    });
    expect(body.data.handles).toHaveLength(2);
    expect(await eventsAbout(body.data.id)).toEqual([{ type: 'contact.updated', data: body.data }]);
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

  it('runs the active automations that wait for a label', async () => {
    const waiting = await createAutomation(stage.database, world.tenant.id, { triggerType: 'label_added' });
    expectStatus(await create({ firstName: 'Grace' }), 200);
    const { data } = expectStatus(
      await create({ firstName: 'Ada', labels: [{ id: world.label.id }] }),
      200,
    ).body;
    const runs = await stage.database.prisma.automationRun.findMany({ where: { automationId: waiting.id } });
    expect(runs).toMatchObject([{ contactId: data.id, chatId: null }]);
    expect(await findJobs(stage.database, 'run-automation', runs[0]?.id ?? '')).toHaveLength(1);
  });

  it('runs an automation that waits for one label only when the contact has that label', async () => {
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

  it('an address that somebody else takes in the same moment is taken', async () => {
    const client = await stage.database.pool.connect();
    await client.query('begin');
    const other = [world.tenant.id, unknownId];
    await client.query('insert into contacts (tenant_id, id) values ($1, $2)', other);
    await client.query(
      `insert into handles (tenant_id, id, contact_id, type, value) values ($1, $2, $2, 'email', 'a@b.example')`,
      other,
    );
    const answer = create({ firstName: 'Ada', email: 'a@b.example' });
    const list = world.v3.call('upsertContacts', {
      body: { contacts: [{ email: 'a@b.example', firstName: 'Grace' }] },
    });
    await expect(areWaiting(2)).resolves.toBe(true);
    await client.query('commit');
    client.release();
    expect(faultKeys(await answer)).toEqual({ email: 'not_unique' });
    expect(expectStatus(await list, 200).body.data).toMatchObject([{ status: 'updated', id: unknownId }]);
  });

  it('of ten that want one address at once, one gets it', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        create({ email: 'only@customer.example', phoneNumber: '+4915188888888' }),
      ),
    );
    const created = answers.filter(({ status }) => status === 200);
    expect(created).toHaveLength(1);
    for (const answer of answers) {
      if (answer.status === 200) continue;
      expect(faultKeys(answer)).toEqual({ email: 'not_unique', phoneNumber: 'not_unique' });
    }
    const where = { tenantId: world.tenant.id, email: 'only@customer.example' };
    expect(await stage.database.prisma.contact.count({ where })).toBe(1);
  });
});

describe('createContact 400; nothing happens', () => {
  beforeAll(world.renew);

  it('tells everything that is wrong at once', async () => {
    await newAttribute('born', 'date');
    const before = await snapshot();
    const answer = await create({
      phoneNumber: world.contact.phoneNumber,
      email: 'new@customer.example',
      attributes: [
        { externalId: 'nothing', value: 'x' },
        { externalId: 'born', value: '2026-02-30' },
      ],
      labels: [{ id: world.label.id }, { id: stage.other.label.id }, { id: unknownId }],
    });
    expect(answer.body).toEqual(
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
    expect(faultKeys(await world.v3.call('createContact', { wrongBody }))).toEqual(expected);
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
      handles: [{ id: contact.handle.id, hasChats: true }],
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

describe('updateContact 200', () => {
  beforeEach(world.renew);

  it('changes what is said and nothing else, and tells it', async () => {
    stage.clock.advance(1_000);
    const { body } = expectStatus(
      await update({ firstName: 'Grace', isSubscribed: false, metadata: { tier: 2 } }),
      200,
    );
    expect(body.data).toMatchObject({
      firstName: 'Grace',
      lastName: world.contact.lastName,
      phoneNumber: world.contact.phoneNumber,
      isSubscribed: false,
      metadata: { tier: 2 },
      updatedAt: '2026-10-15T09:30:01.000Z',
      labels: [{ id: world.label.id }],
      attributes: [{ value: 'Berlin' }],
    });
    expect(await eventsAbout(world.contact.id)).toEqual([{ type: 'contact.updated', data: body.data }]);
  });

  it('replaces metadata whole, and null empties a name', async () => {
    expectStatus(await update({ metadata: { a: 1, b: 2 } }), 200);
    const { data } = expectStatus(await update({ metadata: { b: 3 }, lastName: null }), 200).body;
    expect(data).toMatchObject({ metadata: { b: 3 }, lastName: null, fullName: 'Ada' });
  });

  it('sets, changes and removes attribute values', async () => {
    const tenantId = world.tenant.id;
    const [age, vip] = [await newAttribute('age', 'number'), await newAttribute('vip', 'boolean')];
    await setAttributeValue(stage.database, tenantId, {
      contactId: world.contact.id,
      attributeId: age.id,
      value: '41',
    });
    const attributes = [
      { externalId: 'age', value: '42.5' },
      { externalId: 'vip', value: 'true' },
      { externalId: world.attribute.externalId, value: null },
    ];
    const { data } = expectStatus(await update({ attributes }), 200).body;
    expect(data.attributes).toEqual([
      { id: age.id, externalId: 'age', name: 'age', type: 'number', value: '42.5' },
      { id: vip.id, externalId: 'vip', name: 'vip', type: 'boolean', value: 'true' },
    ]);
    expect(await eventsAbout(world.contact.id)).toHaveLength(1);
  });

  it.each([
    ['nothing', () => ({})],
    ['what is there already', () => ({ firstName: 'Ada', isSubscribed: true, metadata: {}, email: null })],
    ['the same number in another form', () => ({ phoneNumber: spaced(world.contact.phoneNumber) })],
    ['a removal of what is not there', () => ({ attributes: [{ externalId: 'unset', value: null }] })],
    [
      'the value that is there',
      () => ({ attributes: [{ externalId: world.attribute.externalId, value: 'Berlin' }] }),
    ],
  ])('%s changes nothing and tells nobody', async (_, body) => {
    await newAttribute('unset', 'text');
    const before = await snapshot();
    stage.clock.advance(1_000);
    expectStatus(await update(body()), 200);
    expect(await snapshot()).toEqual(before);
  });

  function spaced(text: string | null): string {
    return `${text?.slice(0, 3)} (${text?.slice(3, 6)}) ${text?.slice(6)}`;
  }

  it('a new number takes the place of one without chats', async () => {
    const contact = await createContact(stage.database, world.tenant.id);
    const { data } = expectStatus(await update({ phoneNumber: '+49 30 111' }, contact.id), 200).body;
    expect(data.phoneNumber).toBe('+4930111');
    expect(data.handles).toMatchObject([{ type: 'phone_number', value: '+4930111', isPrimary: true }]);
  });

  it('a number over which a chat runs stays, and is no longer the primary one', async () => {
    const { data } = expectStatus(await update({ phoneNumber: '+4930222' }), 200).body;
    expect(data.phoneNumber).toBe('+4930222');
    expect(data.handles).toHaveLength(2);
    expect(data.handles).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: world.contact.handle.id, isPrimary: false, hasChats: true }),
        expect.objectContaining({ value: '+4930222', isPrimary: true, hasChats: false }),
      ]),
    );
    const back = expectStatus(await update({ phoneNumber: world.contact.phoneNumber }), 200).body.data;
    expect(back.handles).toMatchObject([{ id: world.contact.handle.id, isPrimary: true }]);
    expect(back.chats).toHaveLength(1);
  });

  it('null takes an address away, and another of the contact can become the primary one', async () => {
    const second = await createHandle(stage.database, world.tenant.id, {
      contactId: world.contact.id,
      value: 'second@customer.example',
    });
    const first = expectStatus(await update({ email: 'First@customer.example' }), 200).body.data;
    expect(first).toMatchObject({ email: 'first@customer.example' });
    const other = expectStatus(await update({ email: 'second@customer.example' }), 200).body.data;
    expect(other.email).toBe('second@customer.example');
    expect(other.handles.filter(({ type }) => type === 'email')).toMatchObject([
      { id: second.id, isPrimary: true },
    ]);
    const none = expectStatus(await update({ email: null }), 200).body.data;
    expect(none).toMatchObject({ email: null, handles: [{ id: world.contact.handle.id }] });
  });

  it('a chat that begins over the old number in the same moment keeps it', async () => {
    const { database } = stage;
    const contact = await createContact(database, world.tenant.id);
    const client = await database.pool.connect();
    await client.query('begin');
    const place = [world.tenant.id, unknownId, world.channel.id, contact.id, contact.handle.id];
    await client.query(
      'insert into chats (tenant_id, id, channel_id, contact_id, handle_id) values ($1, $2, $3, $4, $5)',
      place,
    );
    const answer = update({ phoneNumber: '+4930333' }, contact.id);
    await expect(areWaiting(1)).resolves.toBe(true);
    await client.query('commit');
    client.release();
    const { data } = expectStatus(await answer, 200).body;
    expect(data.handles).toHaveLength(2);
    expect(data.handles.find(({ isPrimary }) => isPrimary)?.value).toBe('+4930333');
  });
});

describe('updateContact 400; nothing happens', () => {
  beforeAll(world.renew);

  it('not_unique for another contact’s address, with all other faults', async () => {
    const other = await createContact(stage.database, world.tenant.id, { email: 'taken@customer.example' });
    await createHandle(stage.database, world.tenant.id, {
      contactId: other.id,
      value: 'taken@customer.example',
    });
    const before = await snapshot();
    const answer = await update({
      firstName: 'Grace',
      email: 'TAKEN@customer.example',
      phoneNumber: other.phoneNumber,
      attributes: [{ externalId: 'nothing', value: '1' }],
    });
    expect(faultKeys(answer)).toEqual({
      email: 'not_unique',
      phoneNumber: 'not_unique',
      'attributes.0.externalId': 'not_found',
    });
    expect(await snapshot()).toEqual(before);
  });

  it.each([
    [{ firstName: '' }, { firstName: 'too_small' }],
    [{ email: 'x' }, { email: 'invalid_string' }],
    [{ labels: [] }, { labels: 'unrecognized_keys' }],
    [{ metadata: null }, { metadata: 'invalid_type' }],
  ])('for %j', async (wrongBody, expected) => {
    const params = { contactId: world.contact.id };
    expect(faultKeys(await world.v3.call('updateContact', { params, wrongBody }))).toEqual(expected);
  });
});

describe('updateContact 404', () => {
  beforeAll(world.renew);

  it('contact_not_found, also when the body is wrong in what it refers to', async () => {
    const attributes = [{ externalId: 'nothing', value: '1' }];
    const { body } = expectStatus(await update({ attributes }, unknownId), 404);
    expect(body.error.messageKey).toBe('contact_not_found');
  });
});

describe('deleteContact 200', () => {
  beforeEach(world.renew);

  it('deletes the contact with all that is about it, and leaves everything else', async () => {
    const { database } = stage;
    const { tenant, channel } = world;
    const bystander = await createContact(database, tenant.id);
    const chat = await createChat(database, tenant.id, {
      channelId: channel.id,
      contactId: bystander.id,
      handleId: bystander.handle.id,
    });
    const message = await createMessage(database, chat);
    const campaign = await createCampaign(database, tenant.id, { channelId: channel.id });
    const params = { contactId: world.contact.id };
    const { body } = expectStatus(await world.v3.call('deleteContact', { params }), 200);
    expect(body.data).toEqual({ deletedIds: [world.contact.id], notFoundIds: [] });
    const after = await snapshot();
    expect(idsOf(after.contacts)).toEqual([bystander.id]);
    expect(idsOf(after.handles)).toEqual([bystander.handle.id]);
    expect(idsOf(after.chats)).toEqual([chat.id]);
    expect(idsOf(after.messages)).toEqual([message.id]);
    expect(after).toMatchObject({ contact_labels: [], attribute_values: [], campaign_recipients: [] });
    expect(idsOf(after.campaigns)).toContain(campaign.id);
    expect(idsOf(after.labels)).toEqual([world.label.id]);
    expectStatus(await world.v3.call('getContact', { params }), 404);
  });

  it('says that it was not found the second time', async () => {
    const params = { contactId: world.contact.id };
    await world.v3.call('deleteContact', { params });
    const { body } = expectStatus(await world.v3.call('deleteContact', { params }), 200);
    expect(body.data).toEqual({ deletedIds: [], notFoundIds: [world.contact.id] });
  });

  function idsOf(rows: readonly unknown[] | undefined): string[] {
    return (rows ?? []).map((row) => String(Object(row).id)).sort();
  }
});

describe('removeContactLabel 200', () => {
  beforeEach(world.renew);

  function remove(labelId: string, contactId = world.contact.id) {
    return world.v3.call('removeContactLabel', { params: { contactId, labelId } });
  }

  it('takes the label off, leaves it and the others, and tells it', async () => {
    const other = await createLabel(stage.database, world.tenant.id);
    await world.v3.call('addContactLabels', {
      params: { contactId: world.contact.id },
      body: { labels: [{ id: other.id }] },
    });
    stage.clock.advance(1_000);
    const { body } = expectStatus(await remove(world.label.id), 200);
    expect(body.data).toEqual({ deletedIds: [world.label.id], notFoundIds: [] });
    const read = await world.v3.call('getContact', {
      params: { contactId: world.contact.id },
    });
    const { data } = expectStatus(read, 200).body;
    expect(data.labels.map(({ id }) => id)).toEqual([other.id]);
    expect(data.updatedAt).toBe('2026-10-15T09:30:01.000Z');
    expect((await eventsAbout(world.contact.id)).at(-1)).toEqual({ type: 'contact.updated', data });
    expect(await stage.database.prisma.label.count({ where: { tenantId: world.tenant.id } })).toBe(2);
  });

  it('names a label that is not on the contact, or a contact that does not exist; nothing happens', async () => {
    const other = await createLabel(stage.database, world.tenant.id);
    const before = await snapshot();
    for (const labelId of [other.id, unknownId, 'VIP']) {
      const { body } = expectStatus(await remove(labelId), 200);
      expect(body.data).toEqual({ deletedIds: [], notFoundIds: [labelId] });
    }
    for (const contactId of [unknownId, 'nobody']) {
      const { body } = expectStatus(await remove(world.label.id, contactId), 200);
      expect(body.data).toEqual({ deletedIds: [], notFoundIds: [contactId] });
    }
    expect(await snapshot()).toEqual(before);
  });
});
