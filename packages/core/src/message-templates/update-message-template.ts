import type { Context } from '../context.js';
import { reportUniqueViolation } from '../resources/report-unique-violation.js';
import { updateChanged } from '../resources/update-changed.js';
import { transactWithPrisma } from '../sql/transact.js';
import { type MessageTemplateRecord, messageTemplates } from './message-template-record.js';
import { recordTemplateUpdated } from './record-template-updated.js';
import { checkContent, type TemplateContent, uniqueName } from './template-content.js';

interface MessageTemplateUpdate extends Partial<TemplateContent> {
  readonly messageTemplateId: string;
}

/** Updates a message template. Absent fields remain unchanged. Unchanged values have no effect and emit no event. */
export function updateMessageTemplate(
  context: Context,
  { messageTemplateId: id, ...content }: MessageTemplateUpdate,
): Promise<MessageTemplateRecord> {
  const update = () =>
    transactWithPrisma(context, async (transaction) => {
      const mediaFileId = await checkContent(transaction, context, { ...content, id });
      const { name, body, channelType, language, status } = content;
      return updateChanged(transaction, context, messageTemplates, {
        id,
        values: { name, body, channelType, language, mediaFileId, status },
        write: async (key, data) => {
          await transaction.prisma.messageTemplate.update({ where: { tenantId_id: key }, data });
          recordTemplateUpdated(transaction, context, key.id);
        },
      });
    });
  return reportUniqueViolation(uniqueName, update);
}
