import { contacts } from '../contacts/contact-record.js';
import type { Context } from '../context.js';
import { contactVariables } from '../messages/contact-variables.js';
import {
  type RenderedTemplate,
  renderTemplate,
  type TemplateVariables,
} from '../messages/render-template.js';
import { getById } from '../resources/get-by-id.js';
import { messageTemplates } from './message-template-record.js';

export interface TemplatePreview {
  readonly messageTemplateId: string;
  readonly contactId?: string;
  readonly variables?: TemplateVariables;
}

/** The text as it would be sent to the contact, or with the given values alone. */
export async function previewMessageTemplate(
  context: Context,
  { messageTemplateId, contactId, variables }: TemplatePreview,
): Promise<RenderedTemplate> {
  const template = await getById(context, messageTemplates, messageTemplateId);
  const contact = contactId === undefined ? undefined : await getById(context, contacts, contactId);
  return renderTemplate(template.body, { ...(contact && contactVariables(contact)), ...variables });
}
