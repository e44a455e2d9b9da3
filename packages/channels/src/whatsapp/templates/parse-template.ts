import type { ChannelConfiguration, OnSkip } from '../../adapter/channel-adapter.js';
import type { InboundTemplate } from '../../adapter/inbound-item.js';
import { readTimestamp } from '../../payload/read-timestamp.js';
import { type JsonRecord, readId, readNumber, readRecord } from '../../payload/read-value.js';
import { textSetting } from '../../settings/read-setting.js';
import { readReason, readStatus, readWord } from './read-template.js';

/** The fields of notifications that are about templates. */
export function isAboutTemplate(change: JsonRecord): boolean {
  return change.field === STATUS || change.field === QUALITY;
}

/** Returns the change of a template in the business account of the channel. All accounts of an app share a callback URL. */
export function parseTemplate(
  change: JsonRecord,
  entry: JsonRecord,
  { channel, receivedAt, onSkip }: TemplateContext,
): InboundTemplate | undefined {
  const accountId = textSetting(channel.settings, 'businessAccountId');
  if (accountId === undefined || readId(entry, 'id') !== accountId) return undefined;
  const value = readRecord(change, 'value');
  const externalId = readId(value, 'message_template_id') ?? null;
  const name = readId(value, 'message_template_name');
  const language = readId(value, 'message_template_language');
  const news = change.field === STATUS ? readState(value) : readQuality(value);
  if (name === undefined || language === undefined || news === undefined) {
    onSkip(String(change.field));
    return undefined;
  }
  const seconds = readNumber(entry, 'time');
  const timestamp = readTimestamp(seconds === undefined ? undefined : seconds * 1000, receivedAt);
  return { kind: 'template', accountId, externalId, name, language, ...news, timestamp };
}

interface TemplateContext {
  readonly channel: ChannelConfiguration;
  readonly receivedAt: Date;
  readonly onSkip: OnSkip;
}

const STATUS = 'message_template_status_update';
const QUALITY = 'message_template_quality_update';

function readState(value: JsonRecord | undefined): Pick<InboundTemplate, 'state'> | undefined {
  const status = readStatus(value, 'event');
  return status === undefined
    ? undefined
    : { state: { status, rejectionReason: readReason(value, 'reason') } };
}

function readQuality(value: JsonRecord | undefined): Pick<InboundTemplate, 'quality'> | undefined {
  const quality = readWord(value, 'new_quality_score');
  return quality === undefined ? undefined : { quality };
}
