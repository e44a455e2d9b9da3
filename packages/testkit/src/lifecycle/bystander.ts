import { randomInt } from 'node:crypto';
import type { Data } from './plant/call.js';
import type { Workspace } from './plant/workspace.js';

/** Another contact of the workspace, whose data must not be lost. */
export interface Bystander {
  readonly contactId: string;
  readonly chatId: string;
  /** A file that was sent to the bystander and to the person who is erased. */
  readonly fileId: string;
}

/** Sends the same file to two people. */
export async function createBystander(workspace: Workspace, personId: string): Promise<Bystander> {
  const { call, channels } = workspace;
  const phoneNumber = `+491701${randomInt(100_000, 1_000_000)}`;
  const contact = await call('POST', '/v3/contacts', {
    firstName: 'Somebody',
    lastName: 'Else',
    phoneNumber,
  });
  const form = new FormData();
  form.set('file', new Blob(['Our prices']), 'prices.txt');
  const file = await call('POST', '/v3/files', form);
  const attachments = [{ fileId: file.id }];
  const send = (contactId: string) =>
    call('POST', '/v3/messages/send', { contactId, channelId: channels.sandbox.id, attachments });
  await send(personId);
  const message = await send(contact.id);
  return { contactId: contact.id, chatId: String(message.chatId), fileId: file.id };
}

/** Returns the data of the bystander that is missing. */
export async function findLosses(
  { call, url, token }: Workspace,
  { contactId, chatId, fileId }: Bystander,
): Promise<string[]> {
  const contact = await call('GET', `/v3/contacts/${contactId}`);
  const messages = await call('POST', `/v3/chats/${chatId}/messages/search`, {});
  const download = await fetch(`${url}/v3/files/${fileId}/download`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const checks: Readonly<Record<string, boolean>> = {
    'the name': contact.firstName === 'Somebody',
    'the message': isList(messages) && messages.length === 1,
    'the bytes of the shared file': (await download.text()) === 'Our prices',
  };
  return Object.entries(checks).flatMap(([name, isKept]) => (isKept ? [] : [name]));
}

function isList(data: Data): data is Data & readonly unknown[] {
  return Array.isArray(data);
}
