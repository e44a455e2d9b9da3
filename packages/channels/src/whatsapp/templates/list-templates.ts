import type { ChannelConfiguration, ProviderCallOptions } from '../../adapter/channel-adapter.js';
import type { ListedTemplate, TemplatePage } from '../../adapter/channel-templates.js';
import { cannotSend, SendError } from '../../adapter/send-error.js';
import { callGraph } from '../../meta/call-graph.js';
import { isRecord, type JsonRecord, readRecord, readRecords, readText } from '../../payload/read-value.js';
import { requiredSetting } from '../../settings/read-setting.js';
import { languageCode, readTemplate } from './read-template.js';
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
  return readPage({ cursor }, channel, options).catch((error: unknown) => {
    // Meta refuses a cursor that it no longer knows as an invalid parameter.
    if (cursor === null || !(error instanceof SendError) || error.code !== 'invalid_template') throw error;
    throw cannotSend('invalid_cursor', error.message);
  });
}

/** Pages of a lookup. The filter of Meta also finds longer names, and the name in every language. */
const MAX_LOOKUP_PAGES = 20;

export async function findByName(
  { name, language }: Pick<ListedTemplate, 'name' | 'language'>,
  channel: ChannelConfiguration,
  options: ProviderCallOptions,
): Promise<ListedTemplate | undefined> {
  const code = languageCode(language);
  let cursor: string | null = null;
  for (let pages = 0; pages < MAX_LOOKUP_PAGES; pages += 1) {
    const page: TemplatePage = await readPage({ cursor, name }, channel, options);
    const found = page.templates.find((one) => one.name === name && one.language === code);
    if (found !== undefined || page.cursor === null) return found;
    cursor = page.cursor;
  }
  throw unreadable();
}

/** Reads one template by its id. */
export async function findById(
  vendorId: string,
  channel: ChannelConfiguration,
  options: ProviderCallOptions,
): Promise<ListedTemplate | undefined> {
  const call = { path: [vendorId], query: { fields: FIELDS }, readError: templateError };
  const response = await callGraph({ ...call, maxResponseBytes: MAX_PAGE_BYTES }, channel, options);
  return isRecord(response) ? readTemplate(response) : undefined;
}

async function readPage(
  { cursor, name }: { readonly cursor: string | null; readonly name?: string },
  channel: ChannelConfiguration,
  options: ProviderCallOptions,
): Promise<TemplatePage> {
  const query = { ...(cursor !== null && { after: cursor }), ...(name !== undefined && { name }) };
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
  if (!isRecord(response) || !Array.isArray(response.data)) throw unreadable();
  const templates = readRecords(response, 'data')
    .map(readTemplate)
    .filter((template) => template !== undefined);
  const isComplete = templates.length === response.data.length;
  return { templates, cursor: nextCursor(response, cursor), isComplete };
}

/** The last page has a cursor too, but no link to another page. */
function nextCursor(response: JsonRecord, requested: string | null): string | null {
  const paging = readRecord(response, 'paging');
  if (paging === undefined || (paging.next ?? null) === null) return null;
  const cursor = readText(readRecord(paging, 'cursors'), 'after');
  // Without a new cursor, the rest of the list would count as deleted, or the same page would be read forever.
  if (cursor === undefined || cursor === requested) throw unreadable();
  return cursor;
}

function unreadable(): SendError {
  return cannotSend('unreadable_answer', 'The list of templates of WhatsApp cannot be read.');
}
