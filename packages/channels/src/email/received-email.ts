import type { EmailAuthentication, InboundAttachment } from '../adapter/inbound-item.js';

/** A mail in one form, whether it was posted as fields or as MIME. */
export interface ReceivedEmail {
  readonly from: { readonly address: string; readonly name: string | undefined };
  readonly subject: string | undefined;
  readonly text: string | undefined;
  readonly html: string | undefined;
  readonly messageId: string | undefined;
  readonly inReplyTo: string | undefined;
  readonly references: string | undefined;
  readonly sentAt: number | undefined;
  readonly automated: boolean;
  readonly authentication: EmailAuthentication | null;
  readonly attachments: readonly InboundAttachment[];
}
