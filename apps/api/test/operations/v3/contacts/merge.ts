import { beforeEach, describe, expect, it } from '@jest/globals';
import {
  createContact,
  createWebhook,
  expectStatus,
  fillLabels,
  tokenOf,
  validRequest,
} from '@parley/testkit';
import { everyOperation } from '../../support/every-operation.js';
import type { Stage } from '../../support/start-stage.js';
import type { RenewableWorld } from '../../support/use-stage.js';
import { contactCalls, unknownId } from './contact-calls.js';

export function describeContactMerge(stage: Stage, world: RenewableWorld): void {
  const { snapshot, eventsAbout } = contactCalls(stage, world);

  beforeEach(world.renew);

  /** Merges the contact of the world, which has records of every kind, into the other one. */
  function merge(contactId = world.duplicate.id, mergedId = world.contact.id) {
    return world.v3.call('mergeContacts', { params: { contactId }, body: { contactId: mergedId } });
  }

  async function read(contactId: string) {
    return expectStatus(await world.v3.call('getContact', { params: { contactId } }), 200).body.data;
  }

  describe('mergeContacts 200', () => {
    it('returns the kept contact with addresses, labels, attributes and chats of both', async () => {
      const [kept, merged] = [await read(world.duplicate.id), await read(world.contact.id)];
      const { data } = expectStatus(await merge(), 200).body;
      expect(data).toEqual(await read(kept.id));
      expect(data.handles.map(({ id }) => id).sort()).toEqual(
        [...kept.handles, ...merged.handles].map(({ id }) => id).sort(),
      );
      expect(data).toMatchObject({
        id: kept.id,
        phoneNumber: kept.phoneNumber,
        labels: merged.labels,
        attributes: merged.attributes,
        chats: merged.chats,
      });
    });

    it('a field that neither contact has is null', async () => {
      const { tenant } = world;
      const [kept, merged] = [
        await createContact(stage.database, tenant.id, { firstName: null, lastName: null }),
        await createContact(stage.database, tenant.id, { firstName: null, lastName: null }),
      ];
      const ids = { in: [kept.id, merged.id] };
      await stage.database.prisma.contact.updateMany({ where: { id: ids }, data: { phoneNumber: null } });
      expect(expectStatus(await merge(kept.id, merged.id), 200).body.data).toMatchObject({
        id: kept.id,
        firstName: null,
        lastName: null,
        phoneNumber: null,
      });
    });

    it('emits contact.merged, contact.updated and chat.updated in this order; delivers the first one', async () => {
      const events = [{ type: 'contact.merged' }];
      const webhook = await createWebhook(stage.database, world.tenant.id, { events });
      const contact = expectStatus(await merge(), 200).body.data;
      const emitted = await eventsAbout(contact.id);
      expect(emitted.map(({ type }) => type)).toEqual(['contact.merged', 'contact.updated', 'chat.updated']);
      expect(emitted[0]?.data).toEqual({ contact, mergedContactId: world.contact.id });
      expect(emitted[2]?.data).toMatchObject({ id: world.chat.id, contact: { id: contact.id } });
      const deliveries = await stage.database.prisma.delivery.findMany({ where: { webhookId: webhook.id } });
      expect(deliveries.map(({ eventType }) => eventType)).toEqual(['contact_merged']);
    });

    it('a contact that was merged before changes nothing', async () => {
      expectStatus(await merge(), 200);
      const before = await snapshot();
      expect(expectStatus(await merge(), 200).body.data.id).toBe(world.duplicate.id);
      expect(await snapshot()).toEqual(before);
    });

    it('the chat, its messages and its exports are found under the kept contact', async () => {
      const { id: contactId } = world.duplicate;
      expectStatus(await merge(), 200);
      const { data: chat } = expectStatus(
        await world.v3.call('getChat', { params: { chatId: world.chat.id } }),
        200,
      ).body;
      expect(chat.contact.id).toBe(contactId);
      const params = { contactId, exportId: world.contactExport.id };
      expectStatus(await world.v3.call('getContactExport', { params }), 200);
    });
  });

  describe('mergeContacts 400', () => {
    it.each([
      ['itself', 'invalid_string', (): string => world.duplicate.id],
      ['an unknown contact', 'not_found', (): string => unknownId],
      ['a contact of another tenant', 'not_found', (): string => stage.other.contact.id],
    ] as const)('%s: %s; nothing changes', async (_name, key, idOf) => {
      const before = await snapshot();
      const response = await merge(world.duplicate.id, idOf());
      const { invalidParams } = expectStatus(response, 400).body.error;
      expect(invalidParams).toEqual({ contactId: { key, message: expect.any(String) } });
      expect(await snapshot()).toEqual(before);
    });

    it('not_found for a contact that was merged into another one', async () => {
      const third = await createContact(stage.database, world.tenant.id);
      expectStatus(await merge(), 200);
      const { invalidParams } = expectStatus(await merge(third.id), 400).body.error;
      expect(invalidParams).toMatchObject({ contactId: { key: 'not_found' } });
    });

    it('too_big when they have more than 500 labels together; nothing changes', async () => {
      const contactId = world.duplicate.id;
      await fillLabels(stage.database, world.tenant.id, { contactId, count: 500 });
      const before = await snapshot();
      const { invalidParams } = expectStatus(await merge(), 400).body.error;
      const message = 'A contact can have at most 500 labels';
      expect(invalidParams).toEqual({ contactId: { key: 'too_big', message } });
      expect(await snapshot()).toEqual(before);
    });

    it('reports an unknown key together with the contact that is not found', async () => {
      const params = { contactId: world.contact.id };
      const body = { contactId: unknownId, keep: 'both' };
      // The body is invalid on purpose.
      const response = await world.v3.call('mergeContacts', { params, body: body as { contactId: string } });
      expect(expectStatus(response, 400).body.error.invalidParams).toMatchObject({
        contactId: { key: 'not_found' },
        keep: { key: 'unrecognized_keys' },
      });
    });
  });

  describe('mergeContacts 404', () => {
    it('for an unknown contact, and with mergedInto for one that was merged', async () => {
      const { error: unknown } = expectStatus(await merge(unknownId), 404).body;
      expect(unknown).toEqual({ messageKey: 'contact_not_found', message: 'Contact not found' });
      expectStatus(await merge(), 200);
      const third = await createContact(stage.database, world.tenant.id);
      const { error } = expectStatus(await merge(world.contact.id, third.id), 404).body;
      expect(error).toEqual({
        messageKey: 'contact_not_found',
        message: 'Contact not found',
        mergedInto: world.duplicate.id,
      });
    });
  });

  describe('the id of a merged contact', () => {
    /** A deletion has no 404: it lists what it has not found. */
    const ofContacts = everyOperation.filter(
      ({ version, method, pathParams }) =>
        version === 'v3' && pathParams.includes('contactId') && method !== 'delete',
    );
    const byBody = ['createChat', 'previewMessageTemplate', 'sendMessage', 'triggerAutomation'];
    const operations = [
      ...ofContacts,
      ...everyOperation.filter(({ name }) => byBody.some((id) => name === `v3 ${id}`)),
    ];

    it.each(operations)('$name 404 names the successor', async (operation) => {
      const request = validRequest(world, 'v3', operation.operationId);
      const { contact, channel, duplicate, token } = world;
      const { name, pathParams } = operation;
      const send = { contactId: contact.id, channelId: channel.id, text: 'Hello' };
      const body = name === 'v3 sendMessage' ? send : request.body;
      const merged = name === 'v3 mergeContacts' ? { contactId: contact.id } : undefined;
      expectStatus(await merge(), 200);
      // The contact of a valid request for an erasure is an erased one.
      const params = {
        ...request.params,
        ...(pathParams.includes('contactId') && { contactId: contact.id }),
      };
      const response = await stage.call(operation, { ...request, params, body: merged ?? body, token });
      expect(response).toMatchObject({
        status: 404,
        body: { error: { messageKey: 'contact_not_found', mergedInto: duplicate.id } },
      });
    });

    it('is named to no other tenant, and to nobody after the successor is erased', async () => {
      expectStatus(await merge(), 200);
      const params = { contactId: world.contact.id };
      const foreign = stage.clientsOf(await tokenOf(stage.other.key)).v3;
      const { error } = expectStatus(await foreign.call('getContact', { params }), 404).body;
      expect(error).not.toHaveProperty('mergedInto');
      await world.v3.call('deleteContact', { params: { contactId: world.duplicate.id } });
      const { error: later } = expectStatus(await world.v3.call('getContact', { params }), 404).body;
      expect(later).not.toHaveProperty('mergedInto');
    });

    it('of a chain is followed to the last contact', async () => {
      const last = await createContact(stage.database, world.tenant.id);
      expectStatus(await merge(), 200);
      expectStatus(await merge(last.id, world.duplicate.id), 200);
      const params = { contactId: world.contact.id };
      const { error } = expectStatus(await world.v3.call('getContact', { params }), 404).body;
      expect(error).toMatchObject({ mergedInto: last.id });
    });
  });
}
