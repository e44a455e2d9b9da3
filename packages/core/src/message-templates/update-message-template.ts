import type { Context } from '../context.js';
import { notFound } from '../domain-error.js';
import { requireById } from '../resources/get-by-id.js';
import { refuseTaken } from '../sql/refuse-taken.js';
import { transactWithPrisma } from '../sql/transact.js';
import { type MessageTemplateRecord, messageTemplates } from './message-template-record.js';
import { holdMediaFile, type TemplateContent, takenName } from './template-content.js';

export interface MessageTemplateUpdate extends Partial<TemplateContent> {
  readonly messageTemplateId: string;
}

/** Fields left out stay as they are. */
export function updateMessageTemplate(
  context: Context,
  { messageTemplateId: id, ...changes }: MessageTemplateUpdate,
): Promise<MessageTemplateRecord> {
  const key = { tenantId: context.tenantId, id };
  const update = () =>
    transactWithPrisma(context, async ({ prisma, sql }) => {
      const present = await requireById(sql, messageTemplates, key);
      if (Object.keys(changes).length === 0) return present;
      await holdMediaFile(sql, { ...key, mediaFileId: changes.mediaFileId });
      const data = { ...changes, updatedAt: context.now() };
      const { count } = await prisma.messageTemplate.updateMany({ where: key, data });
      if (count === 0) throw notFound('message_template');
      return requireById(sql, messageTemplates, key);
    });
  return refuseTaken(takenName, update);
}
