import { beforeAll, describe, expect, it } from '@jest/globals';
import { createChat, createContact, createFile, createMessage } from '@parley/testkit';
import { enrichWorld } from '../../support/enrich-world.js';
import { useStage } from '../../support/use-stage.js';

/** These reads send the text of PostgreSQL, while a search presents each record field by field. */
const reads = [
  ['getChat', 'searchChats', 'chatId'],
  ['getContact', 'searchContacts', 'contactId'],
  ['getUser', 'searchUsers', 'userId'],
  ['getTeam', 'searchTeams', 'teamId'],
  ['getLabel', 'searchLabels', 'labelId'],
  ['getAttribute', 'searchAttributes', 'attributeId'],
  ['getSegment', 'searchSegments', 'segmentId'],
] as const;

describe('a record that is sent as it is stored', () => {
  const stage = useStage();

  beforeAll(async () => {
    await enrichWorld(stage.database, stage.own);
    await addMessages();
  });

  it.each(reads)('%s returns what %s presents', async (getOne, search, parameter) => {
    const presented = await find(search);
    expect(presented.length).toBeGreaterThan(3);
    for (const record of presented) {
      const params = { [parameter]: record.id };
      const { status, body } = await stage.call({ version: 'v3', operationId: getOne }, { params });
      expect({ status, body }).toEqual({ status: 200, body: { success: true, data: record } });
    }
  });

  it('a chat is presented if its latest message has attachments or results of a mail server', async () => {
    const chats = await find('searchChats');
    const messages = chats.map((chat) => Object(chat).latestMessage);
    expect(messages).toContainEqual(
      expect.objectContaining({
        attachments: [expect.objectContaining({ urlExpiresAt: expect.any(String) })],
      }),
    );
    expect(messages).toContainEqual(
      expect.objectContaining({ authentication: { spf: 'pass', dkim: null, dmarc: null } }),
    );
  });

  async function find(operationId: string): Promise<readonly { readonly id: string }[]> {
    const request = { body: { pagination: { limit: 100 } } };
    const { body } = await stage.call({ version: 'v3', operationId }, request);
    return Object(body).data;
  }

  /** Adds chats whose latest message has to be presented, and one whose text looks like a part of a record. */
  async function addMessages(): Promise<void> {
    const { database } = stage;
    const { id: tenantId } = stage.own.tenant;
    const file = await createFile(database, tenantId);
    const attachment = { type: 'image', name: null, contentType: 'image/png', size: 1 };
    const lookalike = '"attachments" : [], "authentication" : null, "latestMessage" : null';
    for (const message of [
      { attachments: [{ ...attachment, fileId: file.id }], text: lookalike },
      { authentication: { spf: 'pass', dkim: null, dmarc: null, arc: 'none' }, text: lookalike },
      { text: lookalike },
    ]) {
      // PostgreSQL writes stored JSON without a space before the colon, so metadata never looks like a part of the record.
      const metadata = { attachments: [], authentication: null, latestMessage: null };
      const { id: contactId, handle } = await createContact(database, tenantId, { metadata });
      const chat = await createChat(database, tenantId, { contactId, handleId: handle.id });
      await createMessage(database, chat, message);
    }
  }
});
