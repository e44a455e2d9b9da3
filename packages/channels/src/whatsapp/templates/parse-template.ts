import type { OnSkip } from '../../adapter/channel-adapter.js';
import type { InboundTemplate } from '../../adapter/inbound-item.js';
import { readTimestamp } from '../../payload/read-timestamp.js';
import { type JsonRecord, readId, readNumber, readRecord } from '../../payload/read-value.js';
import { readCategory, readLanguage, readReason, readStatus, readWord } from './read-template.js';

/** The fields of notifications that are about templates. */
export function isAboutTemplate({ field }: JsonRecord): boolean {
  return typeof field === 'string' && READERS.has(field);
}

/**
 * Returns the change of a template in any business account. Meta sends these notifications to the default callback URL of
 * the app, so the account need not be that of the channel.
 */
export function parseTemplate(
  change: JsonRecord,
  entry: JsonRecord,
  { receivedAt, onSkip }: TemplateContext,
): InboundTemplate | undefined {
  const field = String(change.field);
  const value = readRecord(change, 'value');
  const accountId = readId(entry, 'id');
  const externalId = readId(value, 'message_template_id') ?? null;
  const name = readId(value, 'message_template_name');
  const language = readLanguage(value, 'message_template_language');
  const news = READERS.get(field)?.(value);
  if (accountId === undefined || name === undefined || language === undefined || news === undefined) {
    onSkip(field);
    return undefined;
  }
  if (Object.keys(news).length === 0) return undefined;
  const seconds = readNumber(entry, 'time');
  const timestamp = readTimestamp(seconds === undefined ? undefined : seconds * 1000, receivedAt);
  return { kind: 'template', accountId, externalId, name, language, ...news, timestamp };
}

interface TemplateContext {
  readonly receivedAt: Date;
  readonly onSkip: OnSkip;
}

/** Without a value, nothing has changed yet. */
type News = Pick<InboundTemplate, 'state' | 'quality' | 'category'>;

const READERS: ReadonlyMap<string, (value: JsonRecord | undefined) => News | undefined> = new Map([
  ['message_template_status_update', readState],
  ['message_template_quality_update', readQuality],
  ['template_category_update', readNewCategory],
]);

/** A locked template cannot be edited for a while; it is sent, or not sent, as before. */
function readState(value: JsonRecord | undefined): News | undefined {
  const status = readStatus(value, 'event');
  if (status === undefined) return undefined;
  const category = readCategory(value, 'message_template_category');
  return {
    ...(status !== 'locked' && { state: { status, rejectionReason: readReason(value, 'reason') } }),
    ...(category !== undefined && { category }),
  };
}

function readQuality(value: JsonRecord | undefined): News | undefined {
  const quality = readWord(value, 'new_quality_score');
  return quality === undefined ? undefined : { quality };
}

/** A notice in advance has `correct_category`, and no previous one: the category changes later. */
function readNewCategory(value: JsonRecord | undefined): News | undefined {
  const category = readCategory(value, 'new_category');
  if (category === undefined) return undefined;
  return readWord(value, 'previous_category') === undefined ? {} : { category };
}
