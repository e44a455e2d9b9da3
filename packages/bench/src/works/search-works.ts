import type { Work } from './works.js';

const targets = { 'express-plain': 3, 'fastify-pg': 1 };

/** Searches of a tenant with one webhook that has deliveries. Each reads the third page, as the search of automations does. */
export function searchWorks(webhookId: string): readonly Work[] {
  return [
    search('contacts', '/v3/contacts/search', {
      query: 'eq(isSubscribed,true)',
      sortBy: 'createdAt:desc',
    }),
    search('chats', '/v3/chats/search', { query: 'eq(status,open)', sortBy: 'createdAt:desc' }),
    search('deliveries', `/v3/api_webhooks/${webhookId}/deliveries/search`, {
      query: 'eq(event,message.received)',
      sortBy: 'createdAt:desc',
    }),
  ];
}

function search(name: string, path: string, request: { query: string; sortBy: string }): Work {
  const body = JSON.stringify({ ...request, pagination: { page: 2, limit: 25 } });
  return {
    name: `POST ${name}/search`,
    makeRequest: () => () => ({ method: 'POST', path, body }),
    targets,
  };
}
