import { statement } from '@parley/database';
import type { Context } from '../context.js';
import type { InvalidParams } from '../domain-error.js';
import { Faults } from '../faults.js';
import { isId } from '../ids.js';
import { isRefused, type Sound } from '../sound.js';
import { checkAddress, checkContent, type NamedRecipient } from './check-message.js';
import type { NewMessage } from './enqueue-message.js';

type MessageBody = NamedRecipient & Pick<NewMessage, 'text' | 'attachments' | 'template'>;

/**
 * The errors of a message, found without writing. Whatever depends on a field that the schema refused is not checked: an
 * invalid attachment is no reason to require a text.
 */
export async function findMessageErrors(
  context: Context,
  message: Sound<MessageBody>,
): Promise<InvalidParams> {
  const faults = new Faults();
  const { chatId, contactId, channelId, text, template, attachments = [] } = message;
  const refused = (['chatId', 'contactId', 'channelId', 'text', 'template', 'attachments'] as const).filter(
    (key) => isRefused(message, key),
  );
  if (!refused.some((key) => key.endsWith('Id'))) {
    const named = {
      ...(chatId && { chatId }),
      ...(contactId && { contactId }),
      ...(channelId && { channelId }),
    };
    checkAddress(named, faults);
  }
  const sound = attachments.filter((attachment) => attachment !== undefined);
  if (refused.every((key) => key.endsWith('Id')) && sound.length === attachments.length) {
    checkContent({ ...(text && { text }), attachments: sound, ...(template && { template }) }, faults);
  }
  const known = await findFiles(context, sound.flatMap(fileIdOf));
  for (const [index, attachment] of attachments.entries()) {
    const [fileId] = attachment ? fileIdOf(attachment) : [];
    if (fileId === undefined || known.has(fileId.toLowerCase())) continue;
    faults.add(`attachments.${index}.fileId`, 'not_found', 'File not found');
  }
  return faults.invalidParams;
}

function fileIdOf(attachment: { readonly fileId?: string | undefined }): string[] {
  return attachment.fileId === undefined ? [] : [attachment.fileId];
}

async function findFiles(
  { database, tenantId }: Context,
  fileIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const ids = fileIds.filter(isId);
  const found = ids.length === 0 ? [] : await database.sql(find, [tenantId, ids]);
  return new Set(found.map(({ id }) => id));
}

const find = statement<{ id: string }>(
  'find-files-of-message',
  'select id from files where tenant_id = $1::uuid and id = any ($2::uuid[])',
);
