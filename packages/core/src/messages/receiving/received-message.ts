import type { HandleType, MessageType } from '@parley/database';
import type { AttachmentRecord } from '../../chats/message-record.js';

/** A message as a channel's provider tells of it. */
export interface ReceivedMessage {
  /** The provider's id; the same one twice is the same message. */
  readonly externalId: string;
  /** The contact's side of the conversation, for an echo too. */
  readonly from: MessageSenderFacts;
  readonly type: MessageType;
  readonly text: string | null;
  readonly attachments: readonly ReceivedAttachment[];
  readonly timestamp: Date;
  /** Written by the business itself in the provider's own app. */
  readonly echo: boolean;
  /** Written by a machine: it starts no automation, since two machines could answer each other for ever. */
  readonly automated: boolean;
  readonly subject: string | null;
}

export interface MessageSenderFacts {
  readonly handleType: HandleType;
  readonly value: string;
  readonly name?: string;
  readonly extra?: Readonly<Record<string, string>>;
}

export type ReceivedAttachment = LinkedAttachment | CarriedAttachment;

interface LinkedAttachment extends Omit<AttachmentRecord, 'url'> {
  readonly url: string;
  readonly content?: never;
  /** The link opens with the channel's credentials only. */
  readonly needsCredentials: boolean;
}

/** The bytes came along and are stored as a file. */
interface CarriedAttachment extends Omit<AttachmentRecord, 'url'> {
  readonly url?: never;
  readonly content: Buffer;
}
