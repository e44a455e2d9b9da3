import type { Workspace } from './set-up-workspace.js';
import type { Story } from './story.js';

/** Creates a template, an automation that sends it, and a webhook that receives its events. */
export async function prepareMessages(
  { parley, tell, mark, webhookUrl }: Story,
  { channel, label, contact, file }: Workspace,
) {
  const template = await parley.POST('/message_templates', {
    body: {
      name: `autumn_${mark}`,
      channelType: 'whatsapp',
      language: 'en',
      body: 'Hello {{firstName}}, {{offer}} is waiting for you.',
      mediaFileId: file.id,
    },
  });
  const preview = await parley.POST('/message_templates/{messageTemplateId}/preview', {
    params: { path: { messageTemplateId: template.id } },
    body: { contactId: contact.id, variables: { offer: 'autumn' } },
  });
  tell('template', `"${template.name}", rendered as: ${preview.text}`);

  const { id: automationId } = await parley.POST('/automations', {
    body: {
      name: `Greet ${mark}`,
      trigger: { type: 'manual', channelId: channel.id },
      steps: [
        { type: 'send_template', messageTemplateId: template.id, variables: { offer: 'autumn' } },
        { type: 'remove_label', labelId: label.id },
      ],
    },
  });
  const automation = await parley.POST('/automations/{automationId}/publish', {
    params: { path: { automationId } },
  });
  tell('automation', `"${automation.name}", published and ${automation.status}`);

  const { secret, ...webhook } = await parley.POST('/api_webhooks', {
    body: { url: webhookUrl, events: [{ type: 'message.sent' }, { type: 'chat.updated' }] },
  });
  tell('webhook', `${webhook.url}, signed with a secret of ${secret.length} characters, shown only now`);

  return { template, automation, webhook };
}

export type Messages = Awaited<ReturnType<typeof prepareMessages>>;
