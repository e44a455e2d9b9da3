import type { MessageSender, MessageType } from '@parley/database';
import { jsonObject, timestampText } from '../sql/json.js';

export interface MessageRecord {
  readonly id: string;
  readonly vendorId: string | null;
  readonly sender: MessageSender;
  readonly type: MessageType;
  readonly timestamp: string;
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

export function messageJson(row: string): string {
  return jsonObject<MessageRecord>({
    id: `${row}.id`,
    vendorId: `${row}.vendor_id`,
    sender: `${row}.sender`,
    type: `${row}.type`,
    timestamp: timestampText(`${row}.timestamp`),
    text: `${row}.text`,
    attachments: `${row}.attachments`,
  });
}
