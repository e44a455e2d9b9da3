import { contacts } from '../contacts/contact-record.js';
import type { Context } from '../context.js';
import { contactVariables } from '../messages/contact-variables.js';
import type { TemplateVariables } from '../messages/render-template.js';
import { renderWholeTemplate } from '../messages/template-texts.js';
import { refuseUnfilled } from '../messages/unfilled-placeholders.js';
import { getById } from '../resources/get-by-id.js';
import { messageTemplates } from './message-template-record.js';

export interface TemplatePreview {
  readonly messageTemplateId: string;
  readonly contactId?: string;
  readonly variables?: TemplateVariables;
}

/** The text as it would be sent to the contact, or with the given values alone; refused as sending it would be. */
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
