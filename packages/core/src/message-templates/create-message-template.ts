import type { Context } from '../context.js';
import { refuseTaken } from '../resources/refuse-taken.js';
import { insertRecord } from '../resources/write-record.js';
import { transact } from '../sql/transact.js';
import { type MessageTemplateRecord, messageTemplates } from './message-template-record.js';
import { checkContent, type TemplateContent, templateColumns, uniqueName } from './template-content.js';

/** Creates a template; default status is `approved`, so it can be sent at once. */
export function createMessageTemplate(
  context: Context,
  content: TemplateContent,
): Promise<MessageTemplateRecord> {
  const create = () =>
    transact(context, async (transaction) => {
      const mediaFileId = await checkContent(transaction, context, content);
      const columns = templateColumns({ status: 'approved', ...content, mediaFileId: mediaFileId ?? null });
      return insertRecord(transaction, context, messageTemplates, columns);
    });
  return refuseTaken(uniqueName, create);
}
