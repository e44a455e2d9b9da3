import type { ChannelConfiguration, ProviderCallOptions } from '../../adapter/channel-adapter.js';
import type { ListedTemplate, TemplatePage } from '../../adapter/channel-templates.js';
import { cannotSend } from '../../adapter/send-error.js';
import { callGraph } from '../../meta/call-graph.js';
import { isRecord, readId, readRecord, readRecords, readText } from '../../payload/read-value.js';
import { requiredSetting } from '../../settings/read-setting.js';
import { readTemplate } from './read-template.js';
import { templateError } from './template-error.js';

/** A template has a few kilobytes, or several times as much where the Graph API escapes each character. */
const PAGE_SIZE = 25;
const MAX_PAGE_BYTES = 1024 * 1024;

const FIELDS = 'id,name,language,status,category,rejected_reason,quality_score,components';

export async function list(
  cursor: string | null,
  channel: ChannelConfiguration,
  options: ProviderCallOptions = {},
): Promise<TemplatePage> {
  const response = await readPage(cursor === null ? {} : { after: cursor }, channel, options);
  const paging = readRecord(response, 'paging');
  // The last page has a cursor too, but no link to another page.
  const isLast = readText(paging, 'next') === undefined;
  return {
    templates: templatesOf(response),
    cursor: isLast ? null : (readId(readRecord(paging, 'cursors'), 'after') ?? null),
  };
}

/** The filter of Meta also finds longer names, and the name in every language. */
export async function findByName(
  { name, language }: Pick<ListedTemplate, 'name' | 'language'>,
  channel: ChannelConfiguration,
  options: ProviderCallOptions,
): Promise<ListedTemplate | undefined> {
  const response = await readPage({ name }, channel, options);
  return templatesOf(response).find((found) => found.name === name && found.language === language);
}

async function readPage(
  query: Readonly<Record<string, string>>,
  channel: ChannelConfiguration,
  options: ProviderCallOptions,
): Promise<unknown> {
  const response = await callGraph(
    {
      path: [requiredSetting(channel.settings, 'businessAccountId'), 'message_templates'],
      query: { fields: FIELDS, limit: String(PAGE_SIZE), ...query },
      maxResponseBytes: MAX_PAGE_BYTES,
      readError: templateError,
    },
    channel,
    options,
  );
  if (!isRecord(response) || !Array.isArray(response.data))
    throw cannotSend('unreadable_answer', 'The list of templates of WhatsApp cannot be read.');
  return response;
}

function templatesOf(response: unknown): ListedTemplate[] {
  return readRecords(response, 'data')
    .map(readTemplate)
    .filter((template) => template !== undefined);
}
