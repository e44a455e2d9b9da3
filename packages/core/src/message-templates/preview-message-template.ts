import { contacts } from '../contacts/contact-record.js';
import type { Context } from '../context.js';
import { collectInvalidParams, type InvalidParams } from '../domain-error.js';
import { contactVariables } from '../messages/content/contact-variables.js';
import type { TemplateVariables } from '../messages/content/render-template.js';
import { renderWholeTemplate } from '../messages/content/template-texts.js';
import { refuseUnfilled } from '../messages/content/unfilled-placeholders.js';
import { getById } from '../resources/get-by-id.js';
import { isRefused, type ValidPart } from '../valid-part.js';
import { messageTemplates } from './message-template-record.js';

interface TemplatePreview {
  readonly messageTemplateId: string;
  readonly contactId?: string | undefined;
  readonly variables?: TemplateVariables | undefined;
}

/**
 * Returns the text as it would be sent to the contact, or with the given values alone. It throws the errors that
 * sending would throw.
 */
export async function previewMessageTemplate(
  context: Context,
  { messageTemplateId, contactId, variables }: TemplatePreview,
): Promise<string> {
  const template = await getById(context, messageTemplates, messageTemplateId);
  const contact = contactId === undefined ? undefined : await getById(context, contacts, contactId);
  const known = { ...(contact && contactVariables(contact)), ...variables };
  const { text, ...unfilled } = renderWholeTemplate(template, known);
  refuseUnfilled(unfilled, { variables: 'variables', text: 'messageTemplateId' });
  return text;
}

/** Returns the validation errors of a preview, as far as the schema accepts its values. */
export async function findPreviewErrors(
  context: Context,
  messageTemplateId: string,
  values: ValidPart<Omit<TemplatePreview, 'messageTemplateId'>>,
): Promise<InvalidParams> {
  if (isRefused(values, 'contactId') || isRefused(values, 'variables')) return {};
  return collectInvalidParams(() => previewMessageTemplate(context, { ...values, messageTemplateId }));
}
