import type { HandleType, MessageType } from '@parley/database';
import type { AttachmentFacts, EmailAuthentication } from '../../chats/message-record.js';
import type { ReplyRecord } from '../interactive/interactive.js';

/** A message as the channel's provider reports it. */
export interface ReceivedMessage {
  /** The provider's id. Two reports with the same id are the same message. */
  readonly externalId: string;
  /** The contact's side of the conversation, even for an echo. */
  readonly from: MessageSenderFacts;
  readonly type: MessageType;
  readonly text: string | null;
  readonly attachments: readonly ReceivedAttachment[];
  readonly timestamp: Date;
  /** Whether the business wrote the message in the provider's own app. */
  readonly echo: boolean;
  /**
   * Whether a machine wrote the message. It then triggers no automation: two machines could reply to each other
   * forever.
   */
  readonly automated: boolean;
  readonly subject: string | null;
  /** The provider's id of the message that this one replies to. */
  readonly replyTo?: string;
  /** The button or row that the contact chose, if the provider reports it. */
  readonly reply?: ReplyRecord;
  /** Present only for an email, and only when the channel names a server that it trusts. */
  readonly authentication?: EmailAuthentication | null;
}

export interface MessageSenderFacts {
  readonly handleType: HandleType;
  readonly value: string;
  readonly name?: string;
  readonly extra?: Readonly<Record<string, string>>;
}

export type ReceivedAttachment = LinkedAttachment | CarriedAttachment;

/** The bytes remain at the provider. */
export interface LinkedAttachment extends AttachmentFacts {
  readonly url: string;
  readonly content?: never;
  /** The link can be opened only with the channel's credentials. */
  readonly needsCredentials: boolean;
}

/** The bytes came with the message and are stored as a file. */
interface CarriedAttachment extends AttachmentFacts {
  readonly url?: never;
  readonly content: Buffer;
}
