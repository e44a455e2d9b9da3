import type { ChatRecord } from '../chats/chat-record.js';
import type { ContactRecord } from '../contacts/contact-record.js';
import type { MessageEventRecord } from '../messages/message-event.js';

/** A stored event; its type decides the shape of its data. */
export type EventRecord = EventEnvelope &
  (
    | {
        readonly type: 'message.received' | 'message.sent' | 'message.updated';
        readonly data: MessageEventRecord;
      }
    | { readonly type: 'chat.updated'; readonly data: ChatRecord }
    | { readonly type: 'contact.updated'; readonly data: ContactRecord }
  );

interface EventEnvelope {
  readonly id: string;
  readonly tenantId: string;
  readonly createdAt: string;
}
