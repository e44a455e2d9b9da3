import type { ChannelType } from '@parley/database';
import type { FileReference } from '../../files/resolve-file-urls.js';
import type { TemplateUse } from '../content/prepare-template.js';
import type { InteractiveRecord, NewInteractive } from '../interactive/interactive.js';
import type { MessageOriginRecord } from '../message-details.js';
import type { RecipientAddress } from './find-recipient.js';

export interface NewMessage {
  readonly to: RecipientAddress;
  readonly text?: string | null;
  /** The files of the message. If it has a template, they replace the media in the header of the template. */
  readonly attachments?: readonly FileReference[];
  /** Replaces the media of the template, if the template has any and the message has no files. */
  readonly mediaFileId?: string | null;
  readonly template?: TemplateUse;
  /** A text with choices, instead of a text, files and a template. */
  readonly interactive?: NewInteractive;
  /** The subject of an email. Default is the subject of the email that is replied to, then the channel's. */
  readonly subject?: string | null;
  /** The limits of a provider; without them the message may fail when it is sent. */
  readonly limitsOf?: LimitsOf;
  /** The public URL of the service; without it, URLs of files are not recognized. */
  readonly publicUrl?: string;
  readonly automationRunId?: string | null;
  readonly campaignSendId?: string | null;
  /** Whether a campaign sends the message because the contact has just replied. */
  readonly followsReply?: boolean;
  /** What made the message. Default is the API key of the caller. */
  readonly origin?: MessageOriginRecord;
  /** The message of the same chat that this one replies to. */
  readonly replyTo?: { readonly messageId: string };
  /** The time at which the message is sent. Default is now. */
  readonly scheduledAt?: string;
}

export type LimitsOf = (provider: string) => MessageLimits;

/** What the provider of a channel accepts in one message. */
export interface MessageLimits {
  readonly maxTextLength: number;
  readonly maxAttachments: number;
  readonly textWithAttachment: boolean;
  /** What the provider does not accept in choices. Without it, the provider gets them as a text. */
  readonly findInteractiveErrors?: (
    interactive: InteractiveRecord,
    type: ChannelType,
  ) => readonly { readonly path: string; readonly message: string }[];
}
