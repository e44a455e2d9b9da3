import type { InboundMessage } from '../adapter/inbound-item.js';

/** The part of a message that its content decides. */
export type MessageContent = Pick<InboundMessage, 'type' | 'text' | 'attachments'>;
