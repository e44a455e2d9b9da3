import { type ChannelType, type MessageTemplateStatus, statement } from '@parley/database';
import type { ContactRecord } from '../contacts/contact-record.js';
import type { Context } from '../context.js';
import { invalidParam, notFound } from '../domain-error.js';
import { isId } from '../ids.js';
import type { Transaction } from '../sql/transact.js';
import { contactVariables } from './contact-variables.js';
import { normalizeName, type TemplateVariables } from './render-template.js';
import { renderWholeTemplate } from './template-texts.js';
import { refuseUnfilled } from './unfilled-placeholders.js';

export interface TemplateUse {
  readonly id: string;
  /** Added to what is known of the contact, which they override. */
  readonly variables?: TemplateVariables;
}

export interface PreparedTemplate {
  readonly id: string;
  readonly mediaFileId: string | null;
  /** Whether it has a file, or a header that shows one. */
  readonly hasMedia: boolean;
  readonly text: string;
  readonly template: SentTemplate;
}

/** What a message keeps of its template, so that it goes out as it was accepted. */
export interface SentTemplate {
  readonly name: string;
  readonly language: string | null;
  readonly body: string;
  readonly content: Readonly<Record<string, unknown>>;
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
  if (found.status !== 'approved') {
    throw invalidParam('template.id', 'not_found', `The template is ${found.status}, not approved`);
  }
  const given = Object.entries(template.variables ?? {}).map(([name, value]) => [normalizeName(name), value]);
  const variables = { ...contactVariables(recipient.contact), ...Object.fromEntries(given) };
  const { id, mediaFileId, name, language, body, content } = found;
  const { text, ...unfilled } = renderWholeTemplate({ body, content }, variables);
  refuseUnfilled(unfilled, { variables: 'template.variables', text: 'template.id' });
  return {
    id,
    mediaFileId,
    hasMedia: found.hasMedia,
    text,
    template: { name, language, body, content, variables },
  };
}

/** Whether something can take the place of the template's media: its file, or what its header shows. */
export function hasMediaSql(template: string): string {
  return `(${template}.media_file_id is not null
    or coalesce(${template}.content -> 'header' ->> 'type', '') in ('image', 'video', 'document'))`;
}

interface FoundTemplate extends Omit<SentTemplate, 'variables'> {
  readonly id: string;
  readonly channelType: ChannelType | null;
  readonly mediaFileId: string | null;
  readonly hasMedia: boolean;
  readonly status: MessageTemplateStatus;
}

const find = statement<FoundTemplate>(
  'find-template-to-send',
  `select id, name, language, body, content, channel_type as "channelType", media_file_id as "mediaFileId", status,
     ${hasMediaSql('message_templates')} as "hasMedia"
   from message_templates where tenant_id = $1::uuid and id = $2::uuid for key share`,
);
