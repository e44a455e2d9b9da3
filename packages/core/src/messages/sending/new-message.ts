import type { FileReference } from '../../files/resolve-file-urls.js';
import type { TemplateUse } from '../content/prepare-template.js';
import type { RecipientAddress } from './find-recipient.js';

export interface NewMessage {
  readonly to: RecipientAddress;
  readonly text?: string | null;
  /** With a template: the media of its header, instead of the template's own. */
  readonly attachments?: readonly FileReference[];
  /** Instead of the media of the template, where it has any. */
  readonly mediaFileId?: string | null;
  readonly template?: TemplateUse;
  /** Of an email. Default is that of the email which is answered, then the channel's. */
  readonly subject?: string | null;
  /** What a provider takes; without it the message may fail when it is sent. */
  readonly limitsOf?: (provider: string) => MessageLimits;
  /** Where the service is reached, for the links to the attachments. */
  readonly publicUrl: string;
  readonly automationRunId?: string | null;
  readonly campaignSendId?: string | null;
}

/** What the provider of a channel takes in one message. */
interface MessageLimits {
  readonly maxTextLength: number;
  readonly maxAttachments: number;
  readonly textWithAttachment: boolean;
}
