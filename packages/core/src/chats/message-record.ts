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
  readonly text: string | null;
  readonly attachments: readonly AttachmentRecord[];
}

export interface AttachmentRecord {
  readonly type: 'image' | 'video' | 'audio' | 'document';
  readonly url: string;
  readonly name: string | null;
  readonly contentType: string;
  readonly size: number | null;
}

/** An attachment as it is stored. The additional fields are internal, and no presenter shows them. */
export interface StoredAttachment extends AttachmentRecord {
  /** The file of this tenant that the link opens. */
  readonly fileId?: string;
  /** The link opens with the channel's credentials only; a job replaces it by a file. */
  readonly needsCredentials?: boolean;
}

export function messageJson(row: string): string {
  return jsonObject<MessageRecord>(messageColumns(row));
}

/** One SQL expression for each key of the record, for records that extend it. */
export function messageColumns(row: string): { readonly [Key in keyof MessageRecord]: string } {
  return {
    id: `${row}.id`,
    vendorId: `${row}.vendor_id`,
    sender: `${row}.sender`,
    type: `${row}.type`,
    timestamp: timestampText(`${row}.timestamp`),
    subject: `${row}.subject`,
    text: `${row}.text`,
    attachments: `${row}.attachments`,
  };
}
