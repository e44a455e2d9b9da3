import { randomUUID } from 'node:crypto';
import type { Chat, Database } from '@parley/database';
import {
  createAutomation,
  createChannel,
  createChat,
  createFile,
  createMessageTemplate,
  createWorld,
  type World,
} from '@parley/testkit';

const settings = { phoneNumberId: '1060', apiVersion: 'v23.0' };
const secrets = { accessToken: 'token', appSecret: 'secret', verifyToken: 'verify' };

export interface PreparedWorld extends World {
  /** A chat whose messages can have a subject. */
  readonly emailChat: Chat;
}

/** Creates a world whose records accept every optional field of a request. */
export async function prepareWorld(database: Database): Promise<PreparedWorld> {
  const world = await createWorld(database);
  const { id } = world.tenant;
  const file = await createFile(database, id, { publicToken: randomUUID() });
  const messageTemplate = await createMessageTemplate(database, id, { mediaFileId: file.id });
  const steps = [{ type: 'send_template', messageTemplateId: messageTemplate.id }];
  const automation = await createAutomation(database, id, { steps });
  const provider = { type: 'whatsapp', provider: 'whatsapp', settings, secrets } as const;
  const channel = await createChannel(database, id, provider);
  const email = await createChannel(database, id, { type: 'email' });
  const emailChat = await createChat(database, id, { channelId: email.id });
  // An open reply window.
  await database.prisma.chat.updateMany({
    where: { id: world.chat.id },
    data: { openUntil: new Date('2099-01-01T00:00:00.000Z') },
  });
  const campaign = world.scheduledCampaign;
  return { ...world, file, messageTemplate, automation, channel, campaign, emailChat };
}
