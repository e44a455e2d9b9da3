import { beforeEach, describe, expect, it } from '@jest/globals';
import { createChannel, createMessageTemplate, expectStatus } from '@parley/testkit';
import { errorKeys } from '../../support/failures.js';
import { findEvents } from '../../support/find-events.js';
import { snapshotTenant } from '../../support/snapshot-tenant.js';
import type { Stage } from '../../support/start-stage.js';
import type { RenewableWorld } from '../../support/use-stage.js';
import { messageCalls, unknownId } from './message-calls.js';

export function describeAddressedMessages(stage: Stage, world: RenewableWorld): void {
  const { send } = messageCalls(stage, world);
  const text = 'Hi';

  async function channelOf(type: 'sms' | 'email' | 'instagram'): Promise<string> {
    return (await createChannel(stage.database, world.tenant.id, { type })).id;
  }

  describe('sendMessage 200 to an address', () => {
    beforeEach(world.renew);

    it('creates the contact and the chat once, and emits their events', async () => {
      const channelId = await channelOf('sms');
      const to = { phoneNumber: '+49 1512 3456789' };
      const { data } = expectStatus(await send({ channelId, to, text }), 200).body;
      const params = { contactId: data.contactId };
      const contact = expectStatus(await world.v3.call('getContact', { params }), 200).body.data;
      expect(contact).toMatchObject({ phoneNumber: '+4915123456789', firstName: null });
      const events = await findEvents(stage.database, params);
      expect(events.map(({ type }) => type)).toEqual([
        'contact.created',
        'contact.updated',
        'chat.created',
        'chat.updated',
      ]);
      const again = expectStatus(
        await send({ channelId, to: { phoneNumber: '004915123456789' }, text }),
        200,
      );
      expect(again.body.data).toMatchObject({ chatId: data.chatId, contactId: data.contactId });
      expect(await findEvents(stage.database, params)).toHaveLength(4);
    });

    it('accepts an email address, and an Instagram name with a template', async () => {
      const email = await send({
        channelId: await channelOf('email'),
        to: { email: 'Bo@Shop.example' },
        text,
      });
      expect(expectStatus(email, 200).body.data.subject).toBe('New message');
      const values = { body: 'Welcome', channelType: null };
      const template = await createMessageTemplate(stage.database, world.tenant.id, values);
      const channelId = await channelOf('instagram');
      const instagram = await send({
        channelId,
        to: { instagram: '@bo.shop' },
        template: { id: template.id },
      });
      expect(expectStatus(instagram, 200).body.data.text).toBe('Welcome');
      expect(errorKeys(await send({ channelId, to: { instagram: '@bo shop' }, text }))).toEqual({
        'to.instagram': 'invalid_string',
      });
    });
  });

  describe('sendMessage 400 for an address; nothing changes', () => {
    beforeEach(world.renew);

    async function expectErrors(wrongBody: object, expected: object): Promise<void> {
      const before = await snapshotTenant(stage.database, world.tenant.id);
      expect(errorKeys(await world.v3.call('sendMessage', { wrongBody }))).toEqual(expected);
      expect(await snapshotTenant(stage.database, world.tenant.id)).toEqual(before);
    }

    const to = { phoneNumber: '+4915112345678' };

    it.each([
      [{ to, text }, { channelId: 'invalid_type' }],
      [{ to, channelId: unknownId, text }, { channelId: 'not_found' }],
      [
        { to, chatId: unknownId, channelId: unknownId, text },
        { to: 'unrecognized_keys', channelId: 'unrecognized_keys' },
      ],
      [
        { to, contactId: unknownId, channelId: unknownId, text },
        { to: 'unrecognized_keys', channelId: 'not_found' },
      ],
      [{ to: {}, channelId: unknownId, text }, { to: 'too_small' }],
      [{ to: { ...to, email: 'a@b.example' }, channelId: unknownId, text }, { to: 'too_big' }],
      [{ to: { phoneNumber: 'abc' }, channelId: unknownId, text }, { 'to.phoneNumber': 'invalid_string' }],
      [
        { to: { email: 'nobody' }, channelId: unknownId },
        { 'to.email': 'invalid_string', text: 'invalid_type' },
      ],
      [{ to: { fax: '1' }, channelId: unknownId, text }, { 'to.fax': 'unrecognized_keys' }],
    ])('for %j', (body, expected) => expectErrors(body, expected));

    it('not_found for a channel of another tenant', () =>
      expectErrors({ to, channelId: stage.other.channel.id, text }, { channelId: 'not_found' }));

    it('unrecognized_keys for an address that the channel cannot use, with the other errors', async () => {
      const channelId = await channelOf('email');
      await expectErrors({ to, channelId, text }, { 'to.phoneNumber': 'unrecognized_keys' });
      await expectErrors(
        { to: { instagram: 'ada' }, channelId, attachments: [{ fileId: unknownId }] },
        { 'to.instagram': 'unrecognized_keys', 'attachments.0.fileId': 'not_found' },
      );
      const sms = await channelOf('sms');
      await expectErrors(
        { to, channelId: sms, subject: 'Hi', attachments: [{ fileId: unknownId }] },
        { subject: 'unrecognized_keys', 'attachments.0.fileId': 'not_found' },
      );
    });
  });
}
