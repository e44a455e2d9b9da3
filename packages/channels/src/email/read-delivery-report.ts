import type { Attachment, Email } from 'postal-mime';
import type { InboundError, InboundStatus } from '../adapter/inbound-item.js';
import { cleanText } from '../payload/read-value.js';
import { attachmentBytes } from './attachment-bytes.js';
import { toMessageId } from './message-id.js';

/**
 * Reads a delivery status notification (RFC 3464) about a mail of ours. Without this, a bounce would open a chat with
 * the mail system. Returns undefined when the mail is not a notification, and an empty list when it reports no final
 * status.
 */
export function readDeliveryReport(email: Email): InboundStatus[] | undefined {
  const report = email.attachments.find(({ mimeType }) => mimeType === 'message/delivery-status');
  if (report === undefined) return undefined;
  const fields = attachmentBytes(report).toString('utf8');
  const status = ACTIONS.get(readField(fields, 'Action')?.toLowerCase() ?? '');
  const externalId = originalId(email);
  if (status === undefined || externalId === undefined) return [];
  return [
    {
      kind: 'status',
      externalId,
      status,
      errors: status === 'failed' ? [describeFailure(fields)] : [],
      reference: null,
    },
  ];
}

const ACTIONS: ReadonlyMap<string, InboundStatus['status']> = new Map([
  ['failed', 'failed'],
  ['delivered', 'delivered'],
]);

/** The returned mail, or only its headers, is the last part of the report. */
function originalId(email: Email): string | undefined {
  const returned = email.attachments.find(isReturnedMail);
  const headers = returned === undefined ? '' : attachmentBytes(returned).toString('utf8');
  return toMessageId(readField(headers, 'Message-ID') ?? email.inReplyTo);
}

function isReturnedMail({ mimeType }: Attachment): boolean {
  return ['message/rfc822', 'message/global', 'text/rfc822-headers', 'message/rfc822-headers'].includes(
    mimeType,
  );
}

function describeFailure(fields: string): InboundError {
  return {
    code: readField(fields, 'Status') ?? 'bounced',
    message: readField(fields, 'Diagnostic-Code') ?? 'The mail could not be delivered.',
  };
}

/** Returns the first field of that name with its folded lines joined. */
function readField(fields: string, name: string): string | undefined {
  const lines = fields
    .slice(0, MAX_REPORT_LENGTH)
    .replace(/\r?\n[ \t]/g, ' ')
    .split(/\r?\n/);
  const prefix = `${name.toLowerCase()}:`;
  const line = lines.find((candidate) => candidate.toLowerCase().startsWith(prefix));
  const value = cleanText(line?.slice(prefix.length) ?? '').trim();
  return value === '' ? undefined : value.slice(0, 1000);
}

const MAX_REPORT_LENGTH = 64 * 1024;
