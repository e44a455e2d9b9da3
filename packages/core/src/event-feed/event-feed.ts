import type { EventRecord } from '../deliveries/event-record.js';
import { erasedData } from '../events/erased-event.js';
import { eventTypes } from '../events/event-type.js';
import { isNotErased } from '../resources/is-not-erased.js';
import type { Searchable } from '../search/searchable.js';
import { jsonObject, timestampText } from '../sql/json.js';

export const createdAtField = { kind: 'timestamp', column: 'created_at', isFilterOnly: true } as const;

/** The events of a tenant. They have one order only, in which a reader can follow them. */
export const eventFeed: Searchable<EventRecord> = {
  table: 'events',
  recordOf: (row) =>
    jsonObject<EventRecord>({
      id: `${row}.id`,
      tenantId: `${row}.tenant_id`,
      createdAt: timestampText(`${row}.created_at`),
      type: `${row}.type`,
      data: `${row}.data`,
    }),
  isVisible: (row, tenant) =>
    `${row}.data <> ${erasedData} and (${row}.contact_id is null or ${isNotErased(`${row}.contact_id`, tenant)})`,
  searchColumn: 'type',
  fields: {
    id: { kind: 'id', column: 'id', isFilterOnly: true },
    // The column is a text. Each condition becomes a list of values, so that the order of the contract applies.
    event: {
      kind: 'enum',
      type: 'text',
      values: eventTypes,
      column: 'type',
      isFilterOnly: true,
      listed: () => undefined,
    },
    createdAt: createdAtField,
    chatId: { kind: 'id', column: 'chat_id', isFilterOnly: true },
    contactId: { kind: 'id', column: 'contact_id', isFilterOnly: true },
  },
};
