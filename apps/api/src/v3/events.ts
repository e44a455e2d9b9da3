import type { operations } from '@parley/contract/v3';
import { checkEventSearch, openFileLinks, searchEvents, startEventStream } from '@parley/core';
import { presentEventPage } from '@parley/presenters/v3';
import type { Handlers } from '../http/routing/handler.js';
import { EventStream } from '../http/streams/event-stream.js';

export function createEventHandlers(
  publicUrl: string,
): Handlers<Pick<operations, 'searchEvents' | 'streamEvents'>> {
  return {
    searchEvents: {
      check: async (_context, { body }) => checkEventSearch(body),
      async handle(context, { body, countEvents }) {
        const page = await searchEvents(context, body);
        const response = presentEventPage(await openFileLinks(context, publicUrl), body, page);
        countEvents(page.records.map(({ type }) => type));
        return response;
      },
    },

    async streamEvents(context, { query, headers }) {
      const start = await startEventStream(context, headers['last-event-id']);
      return new EventStream(context, start, query.events);
    },
  };
}
