import type { operations } from '@parley/contract/v3';
import { checkEventSearch, openFileLinks, searchEvents } from '@parley/core';
import { presentEventPage } from '@parley/presenters/v3';
import type { Handlers } from '../http/routing/handler.js';

export function createEventHandlers(publicUrl: string): Handlers<Pick<operations, 'searchEvents'>> {
  return {
    searchEvents: {
      check: async (_context, { body }) => checkEventSearch(body),
      async handle(context, { body }) {
        const page = await searchEvents(context, body);
        return presentEventPage(await openFileLinks(context, publicUrl), body, page);
      },
    },
  };
}
