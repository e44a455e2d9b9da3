import type { Context } from '../context.js';
import type { DeleteResult } from '../resources/delete-by-id.js';
import { defineBelongings, deleteInBatches } from '../resources/delete-in-batches.js';
import { messageTemplates } from './message-template-record.js';

/** Messages that were sent with it, or will be, stay as they are; they no longer say by which template. */
export function deleteMessageTemplate(context: Context, messageTemplateId: string): Promise<DeleteResult> {
  return deleteInBatches(context, messageTemplates, messageTemplateId, { belongings: messages });
}

const messages = defineBelongings('messages', 'message_template_id', {
  removal: 'update messages set message_template_id = null',
});
