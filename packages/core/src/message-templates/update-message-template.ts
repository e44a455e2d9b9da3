import type { Context } from '../context.js';
import { refuseTaken } from '../resources/refuse-taken.js';
import { updateRecord } from '../resources/write-record.js';
import { transact } from '../sql/transact.js';
import { type MessageTemplateRecord, messageTemplates } from './message-template-record.js';
import { checkContent, type TemplateContent, templateColumns, uniqueName } from './template-content.js';

interface MessageTemplateUpdate extends Partial<TemplateContent> {
  readonly messageTemplateId: string;
}

/** Absent fields stay as they are. */
export function updateMessageTemplate(
  context: Context,
  { messageTemplateId: id, ...content }: MessageTemplateUpdate,
): Promise<MessageTemplateRecord> {
  const update = () =>
    transact(context, async (transaction) => {
      const mediaFileId = await checkContent(transaction, context, { ...content, id });
      const after = mediaFileId === undefined ? content : { ...content, mediaFileId };
      return updateRecord(transaction, context, messageTemplates, { id, values: templateColumns(after) });
    });
  return refuseTaken(uniqueName, update);
}
