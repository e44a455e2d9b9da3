import type {
  OutboundAttachment,
  OutboundMessage,
  OutboundTemplate,
  TemplateButton,
  TemplateHeader,
} from '@parley/channels';
import {
  type Context,
  fieldsOf,
  findPlaceholders,
  isFileAttachment,
  type MessageToSend,
  openFileLinks,
  openFiles,
  type SentTemplate,
} from '@parley/core';

/** Builds the message in the form that the adapters accept. */
export async function buildOutboundMessage(
  context: Context,
  message: MessageToSend,
  publicUrl: string,
): Promise<OutboundMessage> {
  const attachments = await loadAttachments(context, message, publicUrl);
  const { id, to, type, text, subject, template, interactive, inReplyTo, isAutomated: automated } = message;
  return {
    id,
    to,
    type,
    text,
    attachments,
    automated,
    ...(template && { template: buildTemplate(template, attachments) }),
    ...(interactive && { interactive }),
    ...(subject && { subject }),
    ...(inReplyTo && { inReplyTo }),
  };
}

/** A mail carries its files; the other providers fetch them by signed URLs, at once or when their own queue allows it. */
async function loadAttachments(
  context: Context,
  { channel, attachments }: MessageToSend,
  publicUrl: string,
): Promise<OutboundAttachment[]> {
  const links = await openFileLinks(context, publicUrl);
  const carried = channel.provider === 'email' ? attachments.filter(isFileAttachment) : [];
  const files = await openFiles(
    context,
    carried.map(({ fileId }) => fileId),
  );
  return attachments.map((attachment) => {
    const { type, name, contentType } = attachment;
    if (!isFileAttachment(attachment)) return { type, url: attachment.url, name, contentType };
    const file = files.get(attachment.fileId);
    const { url } = links.sign(attachment.fileId);
    return { type, url, name, contentType, ...(file && { readChunks: () => file.readChunks() }) };
  });
}

function buildTemplate(
  { name, language, body, content, variables }: SentTemplate,
  [attachment]: readonly OutboundAttachment[],
): OutboundTemplate {
  const header = headerOf(attachment) ?? readHeader(content.header);
  const buttons = Array.isArray(content.buttons)
    ? content.buttons.flatMap((button) => readButton(button, body))
    : [];
  return {
    name,
    language: language ?? 'en',
    placeholders: findPlaceholders(body),
    variables,
    ...(header && { header }),
    ...(buttons.length > 0 && { buttons }),
  };
}

/** An attachment of the message takes the place of the template's own media. */
function headerOf(attachment: OutboundAttachment | undefined): TemplateHeader | undefined {
  if (!attachment?.url) return undefined;
  const type = attachment.type === 'audio' ? 'document' : attachment.type;
  return { type, url: attachment.url, ...(attachment.name !== null && { name: attachment.name }) };
}

function readHeader(header: unknown): TemplateHeader | undefined {
  const { type, text, url, name } = fieldsOf(header);
  if (type === 'text' && typeof text === 'string') return { type, placeholders: findPlaceholders(text) };
  if (type !== 'image' && type !== 'video' && type !== 'document') return undefined;
  return {
    type,
    url: typeof url === 'string' ? url : null,
    ...(typeof name === 'string' && { name }),
  };
}

function readButton(button: unknown, body: string): TemplateButton[] {
  const { type, url, payload } = fieldsOf(button);
  // The button that copies a code has the same code as the text. Meta sends it as a link.
  if (type === 'otp') return [{ type: 'url', placeholders: findPlaceholders(body) }];
  if (type === 'url' && typeof url === 'string') return [{ type, placeholders: findPlaceholders(url) }];
  // No parameters are known for a button of another kind, such as the code that COPY_CODE needs. The button counts:
  // parameters name the place of their button.
  if (type !== 'quick_reply') return [{ type: 'quick_reply' }];
  return [{ type, ...(typeof payload === 'string' && { payload }) }];
}
