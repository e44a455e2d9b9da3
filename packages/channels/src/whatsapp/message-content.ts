import type { InboundMessage } from '../adapter/inbound-item.js';

/** The fields of a message that depend on its content. */
export type MessageContent = Pick<InboundMessage, 'type' | 'text' | 'attachments' | 'reply'>;
