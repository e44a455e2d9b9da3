export type {
  ChannelAdapter,
  ChannelConfiguration,
  ChannelProvider,
  ChannelTemplates,
  ChannelType,
  FetchedAttachment,
  IncompleteReason,
  IngressRequest,
  ProviderCallOptions,
  ReadAddress,
  SendResult,
  SocketAddress,
} from './adapter/channel-adapter.js';
export type {
  TemplateDraft,
  TemplateSample,
  TemplateToSubmit,
} from './adapter/channel-templates.js';
export type {
  InboundItem,
  LinkedAttachment,
} from './adapter/inbound-item.js';
export { MalformedPayloadError } from './adapter/malformed-payload-error.js';
export type { ObjectSchema } from './adapter/object-schema.js';
export type {
  OutboundAttachment,
  OutboundInteractive,
  OutboundMessage,
  OutboundTemplate,
  TemplateButton,
  TemplateHeader,
} from './adapter/outbound-message.js';
export { SendError } from './adapter/send-error.js';
export { adapterFor, channelAdapters, isChannelProvider } from './adapter-for.js';
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
