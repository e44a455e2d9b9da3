export type {
  ChallengeResponse,
  ChannelAdapter,
  ChannelCapabilities,
  ChannelConfiguration,
  ChannelProvider,
  ChannelTemplates,
  ChannelType,
  FetchedAttachment,
  InboundOptions,
  IncompleteReason,
  IngressAuthentication,
  IngressRequest,
  OnSkip,
  ProviderCallOptions,
  ReadAddress,
  Refusal,
  SendingRules,
  SendResult,
  SocketAddress,
  Verification,
} from './adapter/channel-adapter.js';
export type {
  ListedTemplate,
  SubmittedTemplate,
  TemplateDraft,
  TemplatePage,
  TemplateSample,
  TemplateToSubmit,
} from './adapter/channel-templates.js';
export type {
  AttachmentType,
  CarriedAttachment,
  HandleType,
  InboundAttachment,
  InboundError,
  InboundItem,
  InboundMessage,
  InboundReaction,
  InboundSender,
  InboundStatus,
  InboundTemplate,
  LinkedAttachment,
  MessageType,
} from './adapter/inbound-item.js';
export { MalformedPayloadError, type PayloadError } from './adapter/malformed-payload-error.js';
export type { ObjectSchema, PropertySchema } from './adapter/object-schema.js';
export type {
  DeliveryStatus,
  OutboundAttachment,
  OutboundInteractive,
  OutboundMessage,
  OutboundReaction,
  OutboundTemplate,
  TemplateButton,
  TemplateHeader,
} from './adapter/outbound-message.js';
export { SendError } from './adapter/send-error.js';
export { adapterFor, channelAdapters, isChannelProvider, UnknownProviderError } from './adapter-for.js';
export { parseRetryAfter } from './http/retry-after.js';
export type { ParsingResult, Payload } from './parsing/parse-payload.js';
export {
  ParsingBusyError,
  ParsingFailedError,
  ParsingThreads,
  type ParsingThreadsOptions,
} from './parsing/parsing-threads.js';
export { SkippedItems } from './parsing/skipped-items.js';
export {
  type SandboxRecipient,
  type SandboxReport,
  sandboxRecipients,
  sandboxReportsTo,
} from './sandbox/recipients.js';
export { allowsHost, isLoopbackHost } from './settings/allowed-hosts.js';
export {
  type ConfigurationError,
  findDestinationErrors,
  findSecretsToRepeat,
} from './settings/check-destination.js';
export { messagesPerSecondOf } from './settings/messages-per-second.js';
export { refuseDestination } from './settings/refuse-destination.js';
