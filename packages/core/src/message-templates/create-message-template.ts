import type { Context } from '../context.js';
import { newId } from '../ids.js';
import { requireById } from '../resources/get-by-id.js';
import { refuseTaken } from '../sql/refuse-taken.js';
import { transactWithPrisma } from '../sql/transact.js';
import { type MessageTemplateRecord, messageTemplates } from './message-template-record.js';
import { holdMediaFile, type TemplateContent, takenName } from './template-content.js';

/** It can be sent at once, unless told. */
export function createMessageTemplate(
  context: Context,
  { name, body, channelType, language, mediaFileId, status }: TemplateContent,
): Promise<MessageTemplateRecord> {
  const { tenantId } = context;
  const create = () =>
    transactWithPrisma(context, async ({ prisma, sql }) => {
      await holdMediaFile(sql, { tenantId, mediaFileId });
      const id = newId();
      const now = context.now();
      await prisma.messageTemplate.create({
        data: {
          tenantId,
          id,
          name,
          body,
          channelType: channelType ?? null,
          language: language ?? null,
          mediaFileId: mediaFileId ?? null,
          status: status ?? 'approved',
          createdAt: now,
          updatedAt: now,
        },
      });
      return requireById(sql, messageTemplates, { tenantId, id });
    });
  return refuseTaken(takenName, create);
}
