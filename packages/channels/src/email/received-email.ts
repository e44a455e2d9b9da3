import type { EmailAuthentication, InboundAttachment } from '../adapter/inbound-item.js';

/** A mail in the one form that both ways of handing it in are brought to. */
export interface ReceivedEmail {
  readonly from: { readonly address: string; readonly name: string | undefined };
  readonly subject: string | undefined;
  readonly text: string | undefined;
  readonly html: string | undefined;
  readonly messageId: string | undefined;
  readonly sentAt: number | undefined;
  readonly automated: boolean;
  readonly authentication: EmailAuthentication | null;
  readonly attachments: readonly InboundAttachment[];
}
