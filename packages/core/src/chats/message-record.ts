import type { MessageSender, MessageType } from '@parley/database';
import { jsonObject, timestampText } from '../sql/json.js';

export interface MessageRecord {
  readonly id: string;
  readonly vendorId: string | null;
  readonly sender: MessageSender;
  readonly type: MessageType;
  readonly timestamp: string;
  /** The subject of an email; null on other channels. */
  readonly subject: string | null;
  /** The results of the receiving mail server for the sender of an email; null if they are unknown. */
  readonly authentication: EmailAuthentication | null;
  readonly text: string | null;
  readonly attachments: readonly AttachmentRecord[];
}

/** Results of RFC 8601, such as `pass` or `softfail`; null where the server did not check. */
export interface EmailAuthentication {
  readonly spf: string | null;
  readonly dkim: string | null;
  readonly dmarc: string | null;
}

export type AttachmentRecord = FileAttachment | LinkedAttachment;

export interface AttachmentFacts {
  readonly type: 'image' | 'video' | 'audio' | 'document';
  readonly name: string | null;
  readonly contentType: string;
  readonly size: number | null;
}

/** A file of this tenant. Its URL is signed whenever it is shown or sent, since a stored one would expire. */
export interface FileAttachment extends AttachmentFacts {
  readonly fileId: string;
}

/** A file that only the provider has. */
export interface LinkedAttachment extends AttachmentFacts {
  readonly url: string;
  /** The link can be opened only with the channel's credentials; a job replaces it by a file. */
  readonly needsCredentials?: boolean;
}

/** An attachment that was stored before URLs were signed also has the URL of its file; the file takes precedence. */
export function isFileAttachment(attachment: AttachmentRecord): attachment is FileAttachment {
  return 'fileId' in attachment;
}

/** Whether the bytes are still at the provider, so that a job has to fetch them. */
export function isAwaited(attachment: AttachmentRecord): attachment is LinkedAttachment {
  return !isFileAttachment(attachment) && attachment.needsCredentials === true;
}

export function messageJson(row: string): string {
  return jsonObject<MessageRecord>(messageColumns(row));
}

/** Returns one SQL expression for each key of the record. Records that extend it use these expressions. */
export function messageColumns(row: string): { readonly [Key in keyof MessageRecord]: string } {
  return {
    id: `${row}.id`,
    vendorId: `${row}.vendor_id`,
    sender: `${row}.sender`,
    type: `${row}.type`,
    timestamp: timestampText(`${row}.timestamp`),
    subject: `${row}.subject`,
    authentication: `${row}.authentication`,
    text: `${row}.text`,
    attachments: `${row}.attachments`,
  };
}
