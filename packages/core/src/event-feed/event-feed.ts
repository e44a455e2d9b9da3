import type { EventRecord } from '../deliveries/event-record.js';
import { sampleTemplateId } from '../deliveries/sample-data.js';
import { erasedData, isDeletion } from '../events/erased-event.js';
import { eventTypes } from '../events/event-type.js';
import type { Searchable } from '../search/searchable.js';
import { jsonObject, timestampText } from '../sql/json.js';

export const createdAtField = { kind: 'timestamp', column: 'created_at', isFilterOnly: true } as const;

const typeList = eventTypes.map((type) => `'${type}'`).join(', ');

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
    `${row}.type in (${typeList}) and ${isNoTest(row)} and ${row}.data <> ${erasedData} and (${row}.contact_id is null or ${isDeletion(row)}
        or ${row}.contact_id <> all (array(${erasedContacts(tenant)})))`,
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

/**
 * Test events of earlier releases and of imports have an ordinary position. A test event is about neither a contact nor a
 * channel. So is the event of a template that is not registered, but the template of a test has an id of its own.
 */
function isNoTest(row: string): string {
  return `(${row}.contact_id is not null or ${row}.channel_id is not null
    or ${row}.type = 'message_template.updated' and ${row}.data ->> 'id' <> '${sampleTemplateId}')`;
}

/** The data of the events of an erased person is erased in the background, until the erasure has completed. */
function erasedContacts(tenant: string): string {
  return `select erasure.contact_id from erasures erasure
    where erasure.tenant_id = ${tenant} and erasure.state = 'running'
    union all select hidden.id from erased_records hidden where hidden.tenant_id = ${tenant} and hidden.is_hidden`;
}
