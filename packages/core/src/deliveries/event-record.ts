import type { AutomationRunRecord } from '../automations/runs/run-json.js';
import type { CampaignDetailRecord } from '../campaigns/campaign-detail-record.js';
import type { FailingChannelRecord } from '../channels/record-channel-failing.js';
import type { ChatRecord } from '../chats/chat-record.js';
import type { NoteRecord } from '../chats/notes/note-record.js';
import type { DeletedChatRecord } from '../chats/record-chats-deleted.js';
import type { ContactRecord } from '../contacts/contact-record.js';
import type { MergedContactRecord } from '../contacts/merge/record-contact-merged.js';
import type { DeletedContactRecord } from '../contacts/record-contact-deleted.js';
import type { MessageTemplateRecord } from '../message-templates/message-template-record.js';
import type { MessageEventRecord } from '../messages/message-event.js';

/** A stored event; its type decides the shape of its data. */
export type EventRecord = EventEnvelope &
  (
    | {
        readonly type: 'message.received' | 'message.sent' | 'message.updated';
        readonly data: MessageEventRecord;
      }
    | { readonly type: 'chat.created' | 'chat.updated'; readonly data: ChatRecord }
    | { readonly type: 'chat.deleted'; readonly data: DeletedChatRecord }
    | { readonly type: 'contact.created' | 'contact.updated'; readonly data: ContactRecord }
    | { readonly type: 'contact.deleted'; readonly data: DeletedContactRecord }
    | { readonly type: 'campaign.completed' | 'campaign.failed'; readonly data: CampaignDetailRecord }
    | { readonly type: 'automation.run_failed'; readonly data: AutomationRunRecord }
    | { readonly type: 'channel.failing'; readonly data: FailingChannelRecord }
    | { readonly type: 'chat.note_added'; readonly data: NoteRecord }
    | { readonly type: 'contact.merged'; readonly data: MergedContactRecord }
    | { readonly type: 'message_template.updated'; readonly data: MessageTemplateRecord }
  );

interface EventEnvelope {
  readonly id: string;
  readonly tenantId: string;
  readonly createdAt: string;
}
