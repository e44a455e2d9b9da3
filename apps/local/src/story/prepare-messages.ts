import type { Workspace } from './set-up-workspace.js';
import type { Story } from './story.js';

/** A template, an automation that sends it, and a webhook that hears of it. */
export async function prepareMessages(
  { api, tell, mark, webhookUrl }: Story,
  { channel, label, contact, file }: Workspace,
) {
  const template = await api.call('createMessageTemplate', {
    body: {
      name: `autumn_${mark}`,
      channelType: 'whatsapp',
      language: 'en',
      body: 'Hello {{firstName}}, {{offer}} is waiting for you.',
      mediaFileId: file.id,
    },
  });
  const preview = await api.call('previewMessageTemplate', {
    params: { messageTemplateId: template.id },
    body: { contactId: contact.id, variables: { offer: 'autumn' } },
  });
  tell('template', `"${template.name}", which reads: ${preview.text}`);

  const { id: automationId } = await api.call('createAutomation', {
    body: {
      name: `Greet ${mark}`,
      trigger: { type: 'manual', channelId: channel.id },
      steps: [
        { type: 'send_template', messageTemplateId: template.id, variables: { offer: 'autumn' } },
        { type: 'remove_label', labelId: label.id },
      ],
    },
  });
  const automation = await api.call('publishAutomation', { params: { automationId } });
  tell('automation', `"${automation.name}", published and ${automation.status}`);

  const { secret, ...webhook } = await api.call('createApiWebhook', {
    body: { url: webhookUrl, events: [{ type: 'message.sent' }, { type: 'chat.updated' }] },
  });
  tell('webhook', `${webhook.url}, signed with a secret of ${secret.length} characters, shown this once`);

  return { template, automation, webhook };
}

export type Messages = Awaited<ReturnType<typeof prepareMessages>>;
