import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { expectStatus } from '@parley/testkit';
import { errorKeys } from './support/failures.js';
import { snapshotTenant } from './support/snapshot-tenant.js';
import { useStage, useWorld } from './support/use-stage.js';

const stage = useStage();
const world = useWorld(stage);

interface Addresses {
  readonly phoneNumber?: string | null;
  readonly email?: string | null;
}

/** All operations in which a caller identifies a contact by an address. */
const ways: Readonly<Record<string, (contact: Addresses) => Promise<{ status: number; body: unknown }>>> = {
  createContact: (body) => world.v3.call('createContact', { body }),
  updateContact: (body) => world.v3.call('updateContact', { params: { contactId: world.contact.id }, body }),
  upsertContacts: (contact) => world.v3.call('upsertContacts', { body: { contacts: [contact] } }),
  createCampaign: (contact) => createCampaign({ contacts: [contact] }),
  updateCampaign: async (contact) => {
    const { id: campaignId } = expectStatus(await createCampaign({}), 200).body.data;
    return world.v3.call('updateCampaign', {
      params: { campaignId },
      body: { contacts: [contact] },
    });
  },
  createBroadcast: (contact) =>
    world.v2.call('createBroadcast', {
      params: { channelId: world.channel.id },
      body: { name: 'Offer', workflowId: world.automation.id, contacts: [contact] },
    }),
};

function createCampaign(values: { contacts?: Addresses[] }) {
  const { channel, automation } = world;
  const body = { name: 'Offer', channelId: channel.id, automationId: automation.id, ...values };
  return world.v3.call('createCampaign', { body });
}

async function receive(from: string) {
  const wrongBody = { from, text: 'Hello' };
  const response = await stage.send('POST', `/ingress/${world.channel.id}`, {
    token: world.token,
    wrongBody,
  });
  return { status: response.status, body: JSON.parse(response.text) };
}

async function handlesOf(type: 'phone_number' | 'email'): Promise<string[]> {
  const handles = await stage.database.prisma.handle.findMany({
    where: {
      tenantId: world.tenant.id,
      type,
      NOT: { id: { in: [world.contact.handle.id, world.duplicate.handle.id] } },
    },
  });
  return handles.map(({ value }) => value);
}

describe('an address is normalized in the same way everywhere', () => {
  beforeEach(world.renew);

  const forms = ['+4915512345678', '0049 155 12345678', '4915512345678', '+49 (0) 155 123 456-78'];

  it.each(Object.keys(ways))(
    '%s stores every international form of a number as the same value',
    async (name) => {
      for (const phoneNumber of forms) {
        const { status } = (await ways[name]?.({ phoneNumber })) ?? { status: 0 };
        expect([200, 400]).toContain(status);
        expect(await handlesOf('phone_number')).toEqual(['+4915512345678']);
      }
    },
  );

  it('all operations find the same contact, and so does an inbound message', async () => {
    expectStatus(
      await world.v3.call('createContact', {
        body: { phoneNumber: '0049 155 12345678' },
      }),
      200,
    );
    const contacts = [{ phoneNumber: '+49 (0) 155 12345678' }];
    expectStatus(await world.v3.call('upsertContacts', { body: { contacts } }), 200);
    expect((await createCampaign({ contacts: [{ phoneNumber: '4915512345678' }] })).status).toBe(200);
    expect((await receive('49 155 1234 5678')).status).toBe(200);
    expect(await handlesOf('phone_number')).toEqual(['+4915512345678']);
    const query = 'eq(phoneNumber,"0049 (0)155 12345678")';
    const { body } = expectStatus(await world.v3.call('searchContacts', { body: { query } }), 200);
    expect(body.data).toMatchObject([{ phoneNumber: '+4915512345678', chats: [{ status: 'open' }] }]);
  });

  it.each(Object.keys(ways))(
    '%s accepts a national number only with the country of the workspace',
    async (name) => {
      const phoneNumber = '0155 12345678';
      const refused = await ways[name]?.({ phoneNumber });
      expect(JSON.stringify(refused?.body)).toContain('"key":"invalid_string"');
      expect(await handlesOf('phone_number')).toEqual([]);
      await stage.database.prisma.tenant.update({
        where: { id: world.tenant.id },
        data: { defaultCountry: 'DE' },
      });
      expect((await ways[name]?.({ phoneNumber }))?.status).toBe(200);
      expect(await handlesOf('phone_number')).toEqual(['+4915512345678']);
    },
  );

  it.each(Object.keys(ways))('%s compares email addresses without case', async (name) => {
    for (const email of ['Ada@Customer.Example', 'ADA@customer.example', ' ada@customer.example ']) {
      await ways[name]?.({ email });
      expect(await handlesOf('email')).toEqual(['ada@customer.example']);
    }
  });

  it('a filter finds an address in every form, and ne excludes it', async () => {
    const body = { phoneNumber: '+4915512345678', email: 'ada@customer.example' };
    const { id } = expectStatus(await world.v3.call('createContact', { body }), 200).body.data;
    await stage.database.prisma.tenant.update({
      where: { id: world.tenant.id },
      data: { defaultCountry: 'DE' },
    });
    const find = async (query: string) =>
      expectStatus(await world.v3.call('searchContacts', { body: { query } }), 200).body.data.map(
        (contact) => contact.id,
      );
    for (const query of [
      'eq(phoneNumber,"+49 155 12345678")',
      'eq(phoneNumber,"0155 12345678")',
      'in(handle,"nobody","0049 155 12345678")',
      'eq(email,"ADA@Customer.example")',
      'eq(handle,"ADA@Customer.example")',
    ]) {
      expect([query, await find(query)]).toEqual([query, [id]]);
    }
    expect(await find('ne(phoneNumber,"0155 12345678")')).toEqual([world.contact.id, world.duplicate.id]);
    expect(await find('eq(phoneNumber,"0155 1234567")')).toEqual([]);
  });
});

describe('an invalid address is refused', () => {
  beforeAll(world.renew);

  const paths: Readonly<Record<string, string>> = {
    createContact: '',
    updateContact: '',
    createCampaign: 'contacts.0.',
    updateCampaign: 'contacts.0.',
    createBroadcast: 'contacts.0.',
  };

  it.each(Object.entries(paths))('400 invalid_string for its path: %s', async (name, path) => {
    const texts = ['call me', '+49', '12345', '+49 155 1234567890123', '+491512', '+999 1234567'];
    for (const phoneNumber of texts) {
      const response = await ways[name]?.({ phoneNumber });
      expect(errorKeys(response ?? { status: 0, body: {} })).toEqual({
        [`${path}phoneNumber`]: 'invalid_string',
      });
    }
    for (const email of ['nobody', 'a@b', '@b.example', 'a@b@c.example', 'a b@c.example', 'a@-b.example']) {
      const response = await ways[name]?.({ email });
      expect(errorKeys(response ?? { status: 0, body: {} })).toEqual({ [`${path}email`]: 'invalid_string' });
    }
    expect([await handlesOf('phone_number'), await handlesOf('email')]).toEqual([[], []]);
  });

  it.each(['createCampaign', 'updateCampaign', 'createBroadcast'])(
    '400 that names the path of a contact with neither address: %s; nothing changes',
    async (name) => {
      const before = await snapshotTenant(stage.database, world.tenant.id);
      for (const contact of [{ phoneNumber: null, email: null }, { phoneNumber: ' ' }, { email: '' }]) {
        const response = await ways[name]?.(contact);
        expect(errorKeys(response ?? { status: 0, body: {} })).toEqual({ 'contacts.0': 'invalid_type' });
      }
      if (name === 'updateCampaign') return;
      expect(await snapshotTenant(stage.database, world.tenant.id)).toEqual(before);
    },
  );

  it('400 for `from`: a message to the sandbox', async () => {
    for (const from of ['call me', '12345', 'ada@customer.example']) {
      expect(errorKeys(await receive(from))).toEqual({ from: 'invalid_string' });
    }
  });
});
