import { beforeAll, describe, expect, it } from '@jest/globals';
import {
  attributes,
  automations,
  chats,
  contacts,
  deliveriesOf,
  labels,
  openFileLinks,
  type Searchable,
  type SearchRequest,
  search,
  searchText,
  segments,
  teams,
  users,
} from '@parley/core';
import {
  areChatsAsStored,
  presentAttribute,
  presentAutomation,
  presentChat,
  presentContact,
  presentDelivery,
  presentLabel,
  presentSegment,
  presentTeam,
  presentUser,
} from '@parley/presenters/v3';
import { contextOf, createChat, createContact, createFile, createMessage } from '@parley/testkit';
import { enrichWorld } from '../../support/enrich-world.js';
import { useStage } from '../../support/use-stage.js';

interface Read {
  readonly search: string;
  /** The operation that reads one record, and its parameter, if that also sends the record as it is stored. */
  readonly getOne?: readonly [operationId: string, parameter: string];
  /** Reads the records and presents each field by field. */
  readonly present: () => Promise<readonly { readonly id: string }[]>;
}

const page = { pagination: { limit: 100 } };

/** These operations send the text of PostgreSQL, without a presenter. */
describe('a record that is sent as it is stored', () => {
  const stage = useStage();
  const context = () => contextOf(stage.database, stage.tenantId, stage.clock.now);
  const presentedChats = new Set<string>();

  beforeAll(async () => {
    await enrichWorld(stage.database, stage.own);
    await addMessages();
  });

  const presentEach = async <Entry, Item>(resource: Searchable<Entry>, present: (entry: Entry) => Item) => {
    const { records } = await search(context(), resource, page);
    return records.map(present);
  };
  const reads: readonly Read[] = [
    {
      search: 'searchChats',
      getOne: ['getChat', 'chatId'],
      async present() {
        const links = await openFileLinks(context(), 'http://localhost:3000');
        return presentEach(chats, (chat) => presentChat(links, chat));
      },
    },
    {
      search: 'searchContacts',
      getOne: ['getContact', 'contactId'],
      present: () => presentEach(contacts, presentContact),
    },
    { search: 'searchUsers', getOne: ['getUser', 'userId'], present: () => presentEach(users, presentUser) },
    { search: 'searchTeams', getOne: ['getTeam', 'teamId'], present: () => presentEach(teams, presentTeam) },
    {
      search: 'searchLabels',
      getOne: ['getLabel', 'labelId'],
      present: () => presentEach(labels, presentLabel),
    },
    {
      search: 'searchAttributes',
      getOne: ['getAttribute', 'attributeId'],
      present: () => presentEach(attributes, presentAttribute),
    },
    {
      search: 'searchSegments',
      getOne: ['getSegment', 'segmentId'],
      present: () => presentEach(segments, presentSegment),
    },
    { search: 'searchAutomations', present: () => presentEach(automations, presentAutomation) },
    {
      search: 'searchDeliveries',
      present: () => presentEach(deliveriesOf(stage.own.webhook.id), presentDelivery),
    },
  ];

  it.each(reads)('$search returns what the presenter returns', async (read) => {
    const presented = await read.present();
    expect(presented.length).toBeGreaterThan(3);
    const { status, body } = await stage.call(
      { version: 'v3', operationId: read.search },
      { params: { webhookId: stage.own.webhook.id }, body: page },
    );
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      data: presented,
      pagination: { page: 0, limit: 100, total: presented.length },
      query: { query: null, sortBy: null, search: null },
    });
  });

  it.each(
    reads.flatMap(({ getOne, present }) =>
      getOne ? [{ operationId: getOne[0], parameter: getOne[1], present }] : [],
    ),
  )('$operationId returns what the presenter returns', async ({ operationId, parameter, present }) => {
    for (const record of await present()) {
      const params = { [parameter]: record.id };
      const { status, body } = await stage.call({ version: 'v3', operationId }, { params });
      expect({ status, body }).toEqual({ status: 200, body: { success: true, data: record } });
    }
  });

  it('a page of chats of which none has to be presented is sent as it is stored', async () => {
    const all = await find('searchChats');
    const plain = all.filter(({ id }) => !presentedChats.has(id));
    expect(plain.length).toBeGreaterThan(3);
    const query = `in(id,${plain.map(({ id }) => id).join(',')})`;
    const { body } = await stage.call(
      { version: 'v3', operationId: 'searchChats' },
      { body: { ...page, query } },
    );
    expect(Object(body).data).toEqual(plain);
    expect(areChatsAsStored(await textOf({ ...page, query }))).toBe(true);
  });

  it('chats are sent as they are stored only where their text shows that none has to be presented', async () => {
    for (const id of presentedChats)
      expect(areChatsAsStored(await textOf({ ...page, query: `eq(id,${id})` }))).toBe(false);
    const all = await textOf(page);
    expect(areChatsAsStored(all)).toBe(false);
    expect(areChatsAsStored('[]')).toBe(true);
    // Another way to write the same is not known.
    expect(areChatsAsStored('[{"latestMessage":null}]')).toBe(false);
  });

  it('pages that follow a cursor have each record once', async () => {
    const all = await find('searchContacts');
    const seen: unknown[] = [];
    for (let cursor: string | null | undefined = null; cursor !== undefined; ) {
      const { body } = await stage.call(
        { version: 'v3', operationId: 'searchContacts' },
        { body: { pagination: { limit: 2, cursor } } },
      );
      seen.push(...Object(body).data);
      cursor = Object(body).pagination.nextCursor ?? undefined;
    }
    expect(seen).toEqual(all);
  });

  it('a chat is presented if its latest message has attachments or results of a mail server', async () => {
    const chatsFound = await find('searchChats');
    const messages = chatsFound.map((chat) => Object(chat).latestMessage);
    expect(messages).toContainEqual(
      expect.objectContaining({
        attachments: [expect.objectContaining({ urlExpiresAt: expect.any(String) })],
      }),
    );
    expect(messages).toContainEqual(
      expect.objectContaining({ authentication: { spf: 'pass', dkim: null, dmarc: null } }),
    );
  });

  async function textOf(request: SearchRequest): Promise<string> {
    const { records } = await searchText(context(), chats, request);
    return records.text;
  }

  async function find(operationId: string): Promise<readonly { readonly id: string }[]> {
    const request = { body: page };
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
      if (message.attachments ?? message.authentication) presentedChats.add(chat.id);
    }
  }
});
