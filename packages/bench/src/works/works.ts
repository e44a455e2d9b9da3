import type { MakeRequest } from '../measure/run-load.js';
import type { Seed } from '../stage/seed.js';
import type { ServerName } from '../stage/start-server.js';

/** A request that all servers serve, and the target of the service relative to each comparison server. */
export interface Work {
  readonly name: string;
  readonly makeRequest: (seed: Seed) => MakeRequest;
  readonly targets: Partial<Record<Exclude<ServerName, 'parley'>, number>>;
}

export const searchBody = JSON.stringify({
  query: 'and(eq(status,active),eq(latestVersionTriggerType,manual))',
  sortBy: 'name:asc',
  pagination: { page: 2, limit: 25 },
});

export const works: readonly Work[] = [
  {
    name: 'GET a chat',
    makeRequest:
      ({ chatIds }) =>
      (number) => ({ method: 'GET', path: `/v3/chats/${chatIds[number % chatIds.length]}` }),
    targets: { 'express-plain': 3, 'fastify-pg': 1.3 },
  },
  {
    name: 'POST chat status',
    // Each round over the chats sets the other status, so that every request is a change.
    makeRequest:
      ({ chatIds }) =>
      (number) => ({
        method: 'POST',
        path: `/v3/chats/${chatIds[number % chatIds.length]}/status`,
        body: JSON.stringify({ status: Math.floor(number / chatIds.length) % 2 === 0 ? 'closed' : 'open' }),
      }),
    targets: { 'express-plain': 2, 'fastify-pg': 1.2 },
  },
  {
    name: 'POST contact labels',
    makeRequest:
      ({ contactIds, labelIds }) =>
      (number) => ({
        method: 'POST',
        path: `/v3/contacts/${contactIds[number % contactIds.length]}/labels`,
        body: JSON.stringify({
          labels: [{ id: labelIds[(2 + Math.floor(number / contactIds.length)) % labelIds.length] }],
        }),
      }),
    targets: { 'express-plain': 2, 'fastify-pg': 1.2 },
  },
  {
    name: 'POST automations/search',
    makeRequest: () => () => ({ method: 'POST', path: '/v3/automations/search', body: searchBody }),
    targets: { 'express-plain': 3, 'fastify-pg': 1 },
  },
];
