import type { Context } from '../context.js';
import { requireById } from '../resources/get-by-id.js';
import { newRow } from '../resources/new-row.js';
import { reportUniqueViolation } from '../resources/report-unique-violation.js';
import { given } from '../resources/update-changed.js';
import { transactWithPrisma } from '../sql/transact.js';
import { type MessageTemplateRecord, messageTemplates } from './message-template-record.js';
import { checkContent, type TemplateContent, uniqueName } from './template-content.js';

/** Creates a template; default status is `approved`, so it can be sent at once. */
export function createMessageTemplate(
  context: Context,
  content: TemplateContent,
): Promise<MessageTemplateRecord> {
  const create = () =>
    transactWithPrisma(context, async (transaction) => {
      const mediaFileId = (await checkContent(transaction, context, content)) ?? null;
      const row = newRow(context);
      const { name, body, channelType, language, status = 'approved' } = content;
      const values = { name, body, status, mediaFileId, ...given({ channelType, language }) };
      await transaction.prisma.messageTemplate.create({ data: { ...row, ...values } });
      return requireById(transaction.sql, messageTemplates, row);
    });
  return reportUniqueViolation(uniqueName, create);
}
