import { CommandError } from '../command-error.js';
import type { Workspace } from './set-up-workspace.js';
import type { Story } from './story.js';
import { waitFor } from './wait-for.js';
import type { Conversation } from './write-to-contact.js';

/** Sends a template with a file in its header and one with a code, each of which was submitted and approved. */
export async function sendReviewedTemplates(
  story: Story,
  { channel }: Pick<Workspace, 'channel'>,
  { chat }: Pick<Conversation, 'chat'>,
): Promise<void> {
  const mark = story.mark.toLowerCase().replaceAll(/[^a-z0-9_]/g, '_');
  await sendFile(story, { name: `invoice_${mark}`, channelId: channel.id, chatId: chat.id });
  await sendCode(story, { name: `code_${mark}`, channelId: channel.id, chatId: chat.id });
}

interface Template {
  readonly name: string;
  readonly channelId: string;
  readonly chatId: string;
}

async function sendFile(story: Story, { name, channelId, chatId }: Template): Promise<void> {
  const { parley, tell } = story;
  const pdf = new File(['%PDF-1.4\n1 0 obj\n<<>>\nendobj\n%%EOF\n'], 'invoice.pdf', {
    type: 'application/pdf',
  });
  const { id: mediaFileId } = await parley.POST('/files', { body: { file: pdf } });
  const { id } = await parley.POST('/message_templates', {
    body: { ...draft, name, body: 'Hello {{first_name}}, here is your invoice.', mediaFileId },
  });
  await parley.POST('/message_templates/{messageTemplateId}/submit', {
    params: { path: { messageTemplateId: id } },
    body: { channelId, category: 'utility', examples: { first_name: 'Ada' } },
  });
  await waitForApproval(story, id);
  const { text, attachments } = await parley.POST('/messages/send', {
    body: { chatId, template: { id, variables: { first_name: 'Ada' } } },
  });
  const [attachment] = attachments;
  if (attachment?.fileId !== mediaFileId)
    throw new CommandError(`The message has ${attachments.length} files, and not the one of its template.`);
  tell('header', `"${text}" with ${attachment.name}`);
}

async function sendCode(story: Story, { name, channelId, chatId }: Template): Promise<void> {
  const { parley, tell } = story;
  const { id } = await parley.POST('/message_templates', {
    body: { ...draft, name, body: '{{1}} is your code.' },
  });
  const authentication = { addSecurityRecommendation: true, codeExpirationMinutes: 10 };
  await parley.POST('/message_templates/{messageTemplateId}/submit', {
    params: { path: { messageTemplateId: id } },
    body: { channelId, category: 'authentication', authentication },
  });
  const { registration } = await waitForApproval(story, id);
  const { text } = await parley.POST('/messages/send', {
    body: { chatId, template: { id, variables: { 1: '294817' } } },
  });
  if (registration?.category !== 'authentication' || text !== '294817 is your code.')
    throw new CommandError(`The template for ${registration?.category} was sent as "${text}".`);
  tell('code', `"${text}"`);
}

const draft = { channelType: 'whatsapp', language: 'en', status: 'draft' } as const;

function waitForApproval(story: Story, messageTemplateId: string) {
  return waitFor(story, 'The approval of the template', async () => {
    const params = { path: { messageTemplateId } };
    const template = await story.parley.GET('/message_templates/{messageTemplateId}', { params });
    if (template.status === 'pending') return undefined;
    if (template.status === 'approved') return template;
    throw new CommandError(`The template is ${template.status}: ${template.registration?.rejectionReason}`);
  });
}
