import type { Context } from '../context.js';
import type { DeleteResult } from '../resources/delete-by-id.js';
import { defineDependents, deleteInBatches } from '../resources/delete-in-batches.js';
import { messageTemplates } from './message-template-record.js';

/** Deletes a template. Its messages, sent or waiting, are kept without a reference to it. */
export function deleteMessageTemplate(context: Context, messageTemplateId: string): Promise<DeleteResult> {
  return deleteInBatches(context, messageTemplates, messageTemplateId, { dependents: messages });
}

const messages = defineDependents('messages', 'message_template_id', {
  removal: 'update messages set message_template_id = null',
});
