import type { Socket } from 'node:net';
import type { Dispatcher } from 'undici';
import type {
  SubmittedTemplate,
  TemplateDraft,
  TemplatePage,
  TemplateToSubmit,
} from './channel-templates.js';
import type { DestinationRules } from './destination-rules.js';
import type { HandleType, InboundItem, LinkedAttachment } from './inbound-item.js';
import type { ObjectSchema } from './object-schema.js';
import type {
  DeliveryStatus,
  OutboundInteractive,
  OutboundMessage,
  OutboundReaction,
} from './outbound-message.js';

/** Everything the service needs to know about one provider. Adapters keep no state and do not depend on the database. */
export interface ChannelAdapter {
  readonly provider: ChannelProvider;
  readonly channelTypes: readonly ChannelType[];
  readonly authentication: IngressAuthentication;
  /** The header of a `signature`, in lower case. */
  readonly signatureHeader?: string;
  readonly settingsSchema: ObjectSchema;
  readonly secretsSchema: ObjectSchema;
  /** Null when the adapter sends nothing to a server. */
  readonly destination: DestinationRules | null;
  readonly capabilities: ChannelCapabilities;
  readonly sending: SendingRules;
  /** Absent when the provider sends any text without a review. */
  readonly templates?: ChannelTemplates;

  /**
   * Whether the provider itself made this request. It never throws, and it rejects every request when the secret is
   * missing. Only a `signature` covers the body; other requests are verified before their body is read.
   */
  verify(request: IngressRequest, channel: ChannelConfiguration): Verification;

  /** Responds to the GET with which some providers check a new callback URL. */
  respondToChallenge?(request: IngressRequest, channel: ChannelConfiguration): ChallengeResponse;

  /** Returns the messages and statuses of a verified request; rejects only with `MalformedPayloadError`. */
  parseInbound(
    request: IngressRequest,
    channel: ChannelConfiguration,
    options?: InboundOptions,
  ): Promise<InboundItem[]>;

  /** Sends one message to the provider; rejects only with `SendError`. */
  send(
    message: OutboundMessage,
    channel: ChannelConfiguration,
    options?: ProviderCallOptions,
  ): Promise<SendResult>;

  /**
   * Returns the text that `send` gives to the provider beside choices, which an echo of the message repeats. Absent when
   * the provider does not echo our messages, or gets the choices within the text.
   */
  textOfChoices?(interactive: OutboundInteractive): string;

  /**
   * Sends a reaction to the provider; rejects only with `SendError`. The same reaction again changes nothing. Absent when
   * the provider has no reactions.
   */
  sendReaction?(
    reaction: OutboundReaction,
    channel: ChannelConfiguration,
    options?: ProviderCallOptions,
  ): Promise<void>;

  /** Begins to download an attachment that needs the channel's credentials; rejects with `SendError`. */
  fetchAttachment?(
    attachment: LinkedAttachment,
    channel: ChannelConfiguration,
    options?: ProviderCallOptions,
  ): Promise<FetchedAttachment>;
}

/** How a provider reviews and registers templates of messages. */
export interface ChannelTemplates {
  /** Returns the account that holds the templates of a channel; undefined when the channel cannot have any. */
  accountOf(channel: Pick<ChannelConfiguration, 'type' | 'settings'>): string | undefined;

  /** Returns why the provider would refuse a template, before anything is sent. */
  findErrors(
    template: TemplateDraft,
    channel: Pick<ChannelConfiguration, 'type' | 'settings'>,
  ): readonly string[];

  /** Submits a template, or edits the registered one; rejects only with `SendError`. */
  submit(
    template: TemplateToSubmit,
    channel: ChannelConfiguration,
    options?: ProviderCallOptions,
  ): Promise<SubmittedTemplate>;

  /**
   * Returns a page of the templates of the account; rejects only with `SendError`. Absent when the provider keeps no
   * templates.
   */
  list?(
    cursor: string | null,
    channel: ChannelConfiguration,
    options?: ProviderCallOptions,
  ): Promise<TemplatePage>;
}

export interface InboundOptions {
  readonly onSkip?: OnSkip;
  /** Used only by the sandbox: people type its addresses. Other providers name senders in a form of their own. */
  readonly readAddress?: ReadAddress;
  readonly onIncomplete?: OnIncomplete;
  /** Reads only the head of a mail, after parsing the whole mail has taken too much time or memory. */
  readonly headOnlyAfter?: ExceededLimit | undefined;
}

/** Called for a mail that exceeds a bound. The message has the mail itself as an attachment. */
export type OnIncomplete = (reason: IncompleteReason) => void;

/** Why a message has only a part of its mail: the bound that was exceeded. */
export type IncompleteReason = 'parts' | 'lines' | 'attachments' | 'text' | 'unreadable' | ExceededLimit;

/** The resource that parsing a payload used too much of. */
export type ExceededLimit = 'deadline' | 'memory';

/** An address in its normal form, or undefined when the text is not an address. */
export type ReadAddress = (type: HandleType, text: string) => string | undefined;

/** Called for every item that is skipped, with the provider's name for its kind. */
export type OnSkip = (kind: string) => void;

export type ChannelProvider = 'sandbox' | 'whatsapp' | 'instagram' | 'sms' | 'email';

export type ChannelType = 'whatsapp' | 'instagram' | 'sms' | 'email';

/**
 * How the ingress authenticates the caller: by a signature over the request, by a secret shared with the provider, or
 * by a bearer token that the API checks itself before it calls the adapter.
 */
export type IngressAuthentication = 'signature' | 'secret' | 'token';

/** A channel as it is stored; adapters read their own settings and secrets out of it. */
export interface ChannelConfiguration {
  readonly type: ChannelType;
  readonly settings: unknown;
  readonly secrets: unknown;
}

export interface IngressRequest {
  readonly method: string;
  /** The full public URL, exactly as the provider called it: some signatures cover it. */
  readonly url: string;
  /** The names are in lower case, as Node delivers them. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly rawBody: Buffer;
  readonly query: Readonly<Record<string, unknown>>;
  /** When the request arrived; the default is the current time. */
  readonly receivedAt?: Date;
}

export type Verification = { readonly ok: true } | Refusal;

export type ChallengeResponse = { readonly ok: true; readonly body: string } | Refusal;

export interface Refusal {
  readonly ok: false;
  /** Written for the log and for the person who set the channel up; contains no secret. */
  readonly reason: string;
}

/** What the provider accepts in one message. */
export interface ChannelCapabilities {
  readonly maxAttachments: number;
  readonly maxTextLength: number;
  readonly textWithAttachment: boolean;
  /** The emojis with which the business can react: every one, or the listed ones. Absent when it cannot react. */
  readonly reactionsOn?: (type: ChannelType) => AcceptedReactions;
  /**
   * Returns what is too long in choices, beyond the limits of the contract. Absent when the provider has neither buttons
   * nor lists, and gets the choices as a text.
   */
  readonly findInteractiveErrors?: (
    interactive: OutboundInteractive,
    type: ChannelType,
  ) => readonly InteractiveError[];
}

export type AcceptedReactions = 'any' | readonly string[];

export interface InteractiveError {
  /** Dotted path within the interactive message. */
  readonly path: string;
  readonly message: string;
}

export interface SendingRules {
  /** The rate limit of a channel; its setting `messagesPerSecond` overrides this default. */
  readonly messagesPerSecond: number;
  /** Whether a message can be sent again after a lost response without the contact getting it twice. */
  readonly repeatable: boolean;
}

export interface SendResult {
  readonly vendorId: string;
  /** The statuses that the worker sets by itself; later ones arrive as inbound items. */
  readonly walk: readonly DeliveryStatus[];
}

/** A download that has begun. The caller reads all bytes, or ends the iteration to close the connection. */
export interface FetchedAttachment {
  /** Rejects with `SendError`. */
  readonly readChunks: () => AsyncGenerator<Buffer, void>;
  /** Null when the provider does not name the type; the type from the notification is then kept. */
  readonly contentType: string | null;
}

export interface ProviderCallOptions {
  readonly signal?: AbortSignal;
  /** The deadline of one exchange, from connecting to the last byte; the default is 15 seconds. */
  readonly timeoutMs?: number | undefined;
  /** Overrides the base URL of the settings, which overrides the provider's own. */
  readonly baseUrl?: string;
  /** Makes the HTTP calls, so that the caller decides which addresses may be reached. */
  readonly dispatcher?: Dispatcher;
  /** Opens SMTP connections, so that the caller decides which addresses may be reached. */
  readonly openSocket?: (address: SocketAddress) => Promise<Socket>;
  /** The clock with which a date in a response is compared; the default is the clock of this machine. */
  readonly now?: () => Date;
  /** Headers for every HTTP request, such as the header of a trace. They never replace a header of the adapter. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The number of the attempt, from 1; the sandbox refuses the first one of some messages. */
  readonly attempt?: number;
  /** Where the provider reports statuses, for providers that accept a URL with each message. */
  readonly callbackUrl?: string;
}

export interface SocketAddress {
  readonly host: string;
  readonly port: number;
  /** Aborts the attempt to connect. */
  readonly signal: AbortSignal;
}
