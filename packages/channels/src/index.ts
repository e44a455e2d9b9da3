export { adapterFor, channelAdapters, isChannelProvider, UnknownProviderError } from './adapter-for.js';
export type {
  ChallengeAnswer,
  ChannelAdapter,
  ChannelCapabilities,
  ChannelConfiguration,
  ChannelProvider,
  ChannelType,
  FetchedAttachment,
  InboundOptions,
  IngressAuthentication,
  IngressRequest,
  PassOver,
  ProviderCallOptions,
  ReadAddress,
  Refusal,
  SendingRules,
  SendResult,
  SocketAddress,
  Verification,
} from './channel-adapter.js';
export { parseRetryAfter } from './http/retry-after.js';
export type {
  AttachmentType,
  CarriedAttachment,
  HandleType,
  InboundAttachment,
  InboundError,
  InboundItem,
  InboundMessage,
  InboundSender,
  InboundStatus,
  LinkedAttachment,
  MessageType,
} from './inbound-item.js';
export { MalformedPayloadError, type PayloadFault } from './malformed-payload-error.js';
export { messagesPerSecondOf } from './messages-per-second.js';
export type { ObjectSchema, PropertySchema } from './object-schema.js';
export type {
  DeliveryStatus,
  OutboundAttachment,
  OutboundMessage,
  OutboundTemplate,
  TemplateButton,
  TemplateHeader,
} from './outbound-message.js';
export { SendError } from './send-error.js';
