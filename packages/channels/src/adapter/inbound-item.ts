/** One item of a provider's request to the ingress. */
export type InboundItem = InboundMessage | InboundStatus | InboundReaction | InboundTemplate;

export interface InboundMessage {
  readonly kind: 'message';
  /** The provider's id. Two items with the same id are the same message. */
  readonly externalId: string;
  /** The customer's address, even for an echo. */
  readonly from: InboundSender;
  readonly type: MessageType;
  readonly text: string | null;
  readonly attachments: readonly InboundAttachment[];
  readonly timestamp: Date;
  /** Whether the business wrote the message in the provider's own app. */
  readonly echo: boolean;
  /**
   * Whether a machine wrote the message, such as an out-of-office note or a mailing list; an automated reply would
   * create a loop.
   */
  readonly automated: boolean;
  readonly subject: string | null;
  /** The provider's id of the message that this one replies to. */
  readonly replyTo?: string;
  /** The button or row that the customer chose. */
  readonly reply?: InboundReply;
  /** The results of the receiving mail server for the sender; only for an email. */
  readonly authentication?: EmailAuthentication | null;
}

export interface InboundReply {
  readonly id: string;
  readonly title: string;
}

/** Results of RFC 8601, such as `pass` or `softfail`; null where the server did not check. */
export interface EmailAuthentication {
  readonly spf: string | null;
  readonly dkim: string | null;
  readonly dmarc: string | null;
}

export interface InboundStatus {
  readonly kind: 'status';
  readonly externalId: string;
  readonly status: 'sent' | 'delivered' | 'read' | 'failed';
  readonly errors: readonly InboundError[];
  /** Our own id of the message, if the provider repeats it. It finds a message whose sending was interrupted. */
  readonly reference: string | null;
}

/** A reaction is a state of the message that it belongs to, and not a message. */
export interface InboundReaction {
  readonly kind: 'reaction';
  /** The provider's id of the message. */
  readonly externalId: string;
  /** Null when the reaction was removed. */
  readonly emoji: string | null;
  readonly timestamp: Date;
  /** Whether the business reacted in the provider's own app. */
  readonly echo: boolean;
}

/** A change of a template that the provider reviews. An absent value has not changed. */
export interface InboundTemplate {
  readonly kind: 'template';
  /** The account at the provider that holds the template. */
  readonly accountId: string;
  /** Null when the provider does not name it; the name and the language identify a template too. */
  readonly externalId: string | null;
  readonly name: string;
  readonly language: string;
  readonly state?: { readonly status: string; readonly rejectionReason: string | null };
  readonly quality?: string;
  readonly category?: string;
  /** When the provider reported it, by its own clock. */
  readonly timestamp: Date;
}

export interface InboundError {
  readonly code: string;
  readonly message: string;
}

export type HandleType = 'phone_number' | 'email' | 'instagram';

export interface InboundSender {
  readonly handleType: HandleType;
  readonly value: string;
  readonly name?: string;
  readonly extra?: Readonly<Record<string, string>>;
}

export type MessageType =
  | 'text'
  | 'image'
  | 'video'
  | 'audio'
  | 'document'
  | 'location'
  | 'contact'
  | 'template'
  | 'interactive';

export type AttachmentType = 'image' | 'video' | 'audio' | 'document';

export type InboundAttachment = LinkedAttachment | CarriedAttachment;

interface AttachmentFacts {
  readonly type: AttachmentType;
  readonly name: string | null;
  readonly contentType: string;
  readonly size: number | null;
}

export interface LinkedAttachment extends AttachmentFacts {
  readonly url: string;
  readonly content?: never;
  /** Whether the link can be opened only with the channel's credentials. If so, `fetchAttachment` downloads it. */
  readonly needsCredentials: boolean;
}

/** The bytes came with the message and are stored as a file. */
export interface CarriedAttachment extends AttachmentFacts {
  readonly url?: never;
  readonly content: Buffer;
}
