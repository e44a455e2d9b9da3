import type { AttachmentType, HandleType, MessageType } from './inbound-item.js';

/** A message that is sent to a provider. */
export interface OutboundMessage {
  /** Our own id; the same id again is a retry of the same message. */
  readonly id: string;
  readonly to: { readonly handleType: HandleType; readonly value: string };
  readonly type: MessageType;
  /** The text, the caption, or the rendered text of a template. */
  readonly text: string | null;
  readonly attachments: readonly OutboundAttachment[];
  /** Providers with templates of their own send the template; the others send `text`. */
  readonly template?: OutboundTemplate;
  /** Providers with buttons and lists show the choices; the others send `text`, in which they have numbers. */
  readonly interactive?: OutboundInteractive;
  readonly subject?: string;
  /** Whether an automation wrote the message, and not a person. */
  readonly automated?: boolean;
  /** The provider's id of the message that this one replies to. */
  readonly inReplyTo?: string;
}

/** The reaction of the business to a message, which replaces its previous one. */
export interface OutboundReaction {
  readonly to: OutboundMessage['to'];
  /** The provider's id of the message. */
  readonly vendorId: string;
  /** Null removes the reaction. */
  readonly emoji: string | null;
}

/** A text with choices. One of `buttons`, `list` and `link` is not null. */
export interface OutboundInteractive {
  readonly body: string;
  readonly header: string | null;
  readonly footer: string | null;
  readonly buttons: readonly { readonly id: string; readonly title: string }[] | null;
  readonly list: OutboundList | null;
  readonly link: { readonly title: string; readonly url: string } | null;
}

export interface OutboundList {
  readonly button: string;
  readonly sections: readonly { readonly title: string; readonly rows: readonly OutboundRow[] }[];
}

export interface OutboundRow {
  readonly id: string;
  readonly title: string;
  readonly description: string | null;
}

export interface OutboundAttachment {
  readonly type: AttachmentType;
  /** A public link; providers other than email fetch the file from it. */
  readonly url: string | null;
  /** Lets email read the bytes without a download, and without the whole file in memory. */
  readonly readChunks?: () => AsyncIterable<Buffer> | Iterable<Buffer>;
  readonly name: string | null;
  readonly contentType: string;
}

/**
 * A template as the provider approved it. Each part lists its placeholders, each once, in the order of the text. A
 * variable is looked up as `header.<placeholder>` or `button.<index>.<placeholder>` first, since providers number the
 * placeholders of each part from one.
 */
export interface OutboundTemplate {
  readonly name: string;
  readonly language: string;
  readonly placeholders: readonly string[];
  readonly header?: TemplateHeader;
  readonly buttons?: readonly TemplateButton[];
  readonly variables: Readonly<Record<string, string>>;
}

export type TemplateHeader =
  | { readonly type: 'text'; readonly placeholders: readonly string[] }
  | {
      readonly type: 'image' | 'video' | 'document';
      /** Null when neither the template nor the message has a file. */
      readonly url: string | null;
      readonly name?: string;
    };

export type TemplateButton =
  | { readonly type: 'url'; readonly placeholders: readonly string[] }
  | { readonly type: 'quick_reply'; readonly payload?: string };

export type DeliveryStatus = 'sent' | 'delivered' | 'read';
