import {
  createAttribute,
  createAutomation,
  createCampaign,
  createChannel,
  createChat,
  createLabel,
  createMessageTemplate,
} from '@parley/testkit';
import type { useStage } from '../../support/use-stage.js';

export type StoredRecords = Awaited<ReturnType<typeof createStoredRecords>>;

/** Creates the records that the invalid bodies refer to. Each causes an error that depends on stored records. */
export async function createStoredRecords(stage: ReturnType<typeof useStage>) {
  const { database, tenantId, own } = stage;
  const label = await createLabel(database, tenantId, { name: 'Taken' });
  const attribute = await createAttribute(database, tenantId, { externalId: 'taken' });
  const named = { name: 'taken', channelType: 'sms', language: 'de' } as const;
  const template = await createMessageTemplate(database, tenantId, named);
  const nearly = await createMessageTemplate(database, tenantId, { ...named, language: 'en' });
  const open = await createMessageTemplate(database, tenantId, { body: '{{code}}' });
  const pending = await createMessageTemplate(database, tenantId, { status: 'pending' });
  const steps = [{ type: 'send_template', messageTemplateId: own.messageTemplate.id }];
  const templated = await createAutomation(database, tenantId, { steps });
  const withPlaceholder = await createAutomation(database, tenantId, {
    steps: [{ type: 'send_message', text: '{{code}}' }],
  });
  const campaign = await createCampaign(database, tenantId, {
    status: 'draft',
    automationId: templated.id,
    channelId: own.channel.id,
  });
  const email = await createChannel(database, tenantId, { type: 'email' });
  const whatsapp = await createChannel(database, tenantId, { provider: 'whatsapp' });
  const contactId = own.contact.id;
  const chat = await createChat(database, tenantId, {
    channelId: whatsapp.id,
    contactId,
    handleId: own.contact.handle.id,
  });
  return {
    own,
    ...{ label, attribute, template, nearly, open, pending, templated, withPlaceholder, campaign },
    ...{ email, whatsapp, chat, contactId },
  };
}
