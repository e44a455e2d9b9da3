import { type ChannelType, statement } from '@parley/database';
import type { ContactRecord } from '../contacts/contact-record.js';
import type { Context } from '../context.js';
import { invalidParam, notFound } from '../domain-error.js';
import { Faults } from '../faults.js';
import { isId } from '../ids.js';
import type { Transaction } from '../sql/transact.js';
import { contactVariables } from './contact-variables.js';
import { renderTemplate, type TemplateVariables } from './render-template.js';

export interface TemplateUse {
  readonly id: string;
  /** Added to what is known of the contact, which they override. */
  readonly variables?: TemplateVariables;
}

export interface PreparedTemplate {
  readonly id: string;
  readonly text: string;
  readonly variables: TemplateVariables;
}

/** Renders a template for a contact; a placeholder that nobody gave a value is refused, not sent. */
export async function prepareTemplate(
  { sql }: Transaction,
  { tenantId }: Context,
  { template, ...recipient }: { template: TemplateUse; channelType: ChannelType; contact: ContactRecord },
): Promise<PreparedTemplate> {
  const [found] = isId(template.id) ? await sql(find, [tenantId, template.id]) : [];
  if (found === undefined) throw notFound('message_template');
  if (found.channelType !== null && found.channelType !== recipient.channelType) {
    throw invalidParam('template.id', 'not_found', `The template is for ${found.channelType} only`);
  }
  const variables = { ...contactVariables(recipient.contact), ...template.variables };
  const { text, missing } = renderTemplate(found.body, variables);
  const faults = new Faults();
  for (const name of missing) faults.add(`template.variables.${name}`, 'invalid_type', 'Required');
  faults.refuseIfAny();
  return { id: found.id, text, variables };
}

const find = statement<{ id: string; body: string; channelType: ChannelType | null }>(
  'find-template-to-send',
  `select id, body, channel_type as "channelType" from message_templates
   where tenant_id = $1::uuid and id = $2::uuid for key share`,
);
