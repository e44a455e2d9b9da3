import { describe, expect, it } from '@jest/globals';
import { createToken } from '@parley/testkit';
import type { Stage } from '../../support/start-stage.js';

/** A message, automation or campaign also requires the scopes of the records that it refers to. */
export function describeScopesOfReferences(stage: Stage): void {
  async function clientWith(...scopes: string[]) {
    return stage.clientsOf(await createToken(stage.database, stage.tenantId, { scopes })).v3;
  }

  const refused = (requiredScope: string) => ({
    status: 403,
    headers: { 'www-authenticate': expect.stringContaining('insufficient_scope') },
    body: { error: { messageKey: 'forbidden', reason: 'scope_missing', requiredScope } },
  });

  describe('403 with the scope that is missing; nothing is created', () => {
    it('sendMessage with a file or a template', async () => {
      const v3 = await clientWith('messages:write');
      const to = { chatId: stage.own.chat.id };
      const attachments = [{ fileId: stage.own.file.id }];
      expect(await v3.call('sendMessage', { body: { ...to, attachments } })).toMatchObject(
        refused('files:read'),
      );
      const template = { id: stage.own.messageTemplate.id, variables: {} };
      expect(await v3.call('sendMessage', { body: { ...to, template } })).toMatchObject(
        refused('message_templates:read'),
      );
      const wider = await clientWith('messages:write', 'files:read');
      expect((await wider.call('sendMessage', { body: { ...to, attachments } })).status).not.toBe(403);
    });

    it('sendMessage with a reply, whose response shows the text of the other message', async () => {
      const { chat, message } = stage.own;
      const body = { chatId: chat.id, text: 'Yes', replyTo: { messageId: message.id } };
      const v3 = await clientWith('messages:write');
      expect(await v3.call('sendMessage', { body })).toMatchObject(refused('messages:read'));
      const wider = await clientWith('messages:write', 'messages:read');
      expect((await wider.call('sendMessage', { body })).status).not.toBe(403);
    });

    it('sendMessage to an address, for which a contact may be created', async () => {
      const to = { phoneNumber: '+4915112345678' };
      const body = { channelId: stage.own.channel.id, to, text: 'Hi' };
      const v3 = await clientWith('messages:write');
      expect(await v3.call('sendMessage', { body })).toMatchObject(refused('contacts:write'));
      const wider = await clientWith('messages:write', 'contacts:write');
      expect((await wider.call('sendMessage', { body })).status).not.toBe(403);
    });

    it('createMessageTemplate with a file, and triggerAutomation with media', async () => {
      const v3 = await clientWith('message_templates:write', 'automations:execute');
      const fileId = stage.own.file.id;
      const body = { name: 'With a picture', body: 'Hello', mediaFileId: fileId };
      expect(await v3.call('createMessageTemplate', { body })).toMatchObject(refused('files:read'));
      const params = { automationId: stage.own.automation.id };
      const trigger = { contactId: stage.own.contact.id, media: { fileId } };
      expect(await v3.call('triggerAutomation', { params, body: trigger })).toMatchObject(
        refused('files:read'),
      );
    });

    it('createCampaign with a template of its own', async () => {
      const v3 = await clientWith('campaigns:write');
      const { channel, automation, messageTemplate, contact } = stage.own;
      const body = {
        name: 'C',
        channelId: channel.id,
        automationId: automation.id,
        messageTemplateId: messageTemplate.id,
        contactIds: [contact.id],
      };
      expect(await v3.call('createCampaign', { body })).toMatchObject(refused('message_templates:read'));
    });
  });

  describe('publishAutomation', () => {
    const steps = [
      { type: 'set_chat_status' as const, status: 'closed' as const },
      { type: 'call_webhook' as const, url: 'https://partner.example/call' },
    ];

    it('403 unless the publisher has the scopes of every step; the automation stays a draft', async () => {
      const author = await clientWith('automations:write');
      const body = { name: 'A', trigger: { type: 'manual' as const }, steps };
      const created = await author.call('createAutomation', { body });
      expect(created.status).toBe(200);
      const params = { automationId: String(Object(created.body).data.id) };
      expect(await author.call('publishAutomation', { params })).toMatchObject(
        refused('chats:write contacts:read chats:read'),
      );
      const { body: read } = await stage.v3.call('getAutomation', { params });
      expect(read).toMatchObject({ data: { status: 'draft', activeVersionId: null } });
      const publisher = await clientWith('automations:write', 'chats:write', 'chats:read', 'contacts:read');
      expect((await publisher.call('publishAutomation', { params })).status).toBe(200);
    });
  });
}
