import type { components } from '@parley/contract/v3';
import type { EventPage, EventSearchRequest, FileLinks } from '@parley/core';
import { type EventBody, presentEvent } from './present-event.js';

interface EventPageResponse {
  success: true;
  data: EventBody[];
  pagination: components['schemas']['FeedPagination'];
  query: string | null;
}

export function presentEventPage(
  links: FileLinks,
  { query }: EventSearchRequest,
  { records, limit, nextCursor, resumeCursor }: EventPage,
): EventPageResponse {
  return {
    success: true,
    data: records.map((event) => presentEvent(links, event)),
    pagination: { limit, nextCursor, resumeCursor },
    query: query ?? null,
  };
}
