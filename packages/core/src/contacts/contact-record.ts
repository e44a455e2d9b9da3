import type { AttributeType, ChatStatus } from '@parley/database';
import { isNotErased } from '../resources/is-not-erased.js';
import { defineResource } from '../resources/resource.js';
import type { BoundIndex, SearchableResource } from '../search/searchable.js';
import { jsonList, jsonObject, timestampText } from '../sql/json.js';
import { attributeFields } from './attribute-fields.js';
import { contactPairs, contactText } from './contact-text.js';
import { type HandleRecord, handleJson } from './handle-record.js';

export interface ContactRecord {
  readonly id: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly fullName: string;
  readonly displayName: string;
  readonly isSubscribed: boolean;
  readonly handles: readonly HandleRecord[];
  readonly labels: readonly ContactLabelRecord[];
  readonly attributes: readonly ContactAttributeRecord[];
  readonly phoneNumber: string | null;
  readonly email: string | null;
  readonly chats: readonly ContactChatRecord[];
  readonly metadata: Readonly<Record<string, unknown>>;
  /** IANA name. Events that were stored before the column existed lack it. */
  readonly timeZone?: string | null;
}

export interface ContactLabelRecord {
  readonly id: string;
  readonly name: string;
  readonly color: string;
}

export interface ContactAttributeRecord {
  readonly id: string;
  readonly externalId: string;
  readonly name: string;
  readonly type: AttributeType;
  readonly value: string;
}

export interface ContactChatRecord {
  readonly id: string;
  readonly channelId: string;
  readonly status: ChatStatus;
}

const labelIds = {
  kind: 'id',
  column: 'own_label.label_id',
  within: (row: string) => `contact_labels own_label
    where own_label.tenant_id = ${row}.tenant_id and own_label.contact_id = ${row}.id`,
  owned: {
    values: (tenant: string) => `contact_labels own_label where own_label.tenant_id = ${tenant}`,
    owner: 'own_label.contact_id',
    columns: ['own_label.tenant_id', 'own_label.label_id', 'own_label.contact_id'],
  },
} as const;

const timesOfLatestMessages: BoundIndex = {
  values: (tenant) => `messages latest where latest.tenant_id = ${tenant}`,
  ownValues: (tenant) => `messages latest
    join chats own_chat on own_chat.tenant_id = latest.tenant_id and own_chat.id = latest.chat_id
      and own_chat.latest_message_id = latest.id
    where latest.tenant_id = ${tenant}`,
  owner: 'own_chat.contact_id',
  holders: (tenant) => `chats own_chat where own_chat.tenant_id = ${tenant}`,
  isEmpty: '(own_chat.latest_message_id is null)',
};

const valuesOfHandles: BoundIndex = {
  values: allHandles,
  ownValues: allHandles,
  owner: 'own_handle.contact_id',
  holders: allHandles,
};

function allHandles(tenant: string): string {
  return `handles own_handle where own_handle.tenant_id = ${tenant}`;
}

const ownText = { kind: 'text', partOf: contactText, pairs: contactPairs } as const;

export const contacts: SearchableResource<ContactRecord> = {
  ...defineResource<ContactRecord>({
    name: 'contact',
    table: 'contacts',
    recordOf: contactJson,
    isVisible: (row, tenant) => isNotErased(`${row}.id`, tenant),
  }),
  searchColumn: { column: contactText, pairs: contactPairs },
  fields: {
    id: { kind: 'id', column: 'id' },
    createdAt: { kind: 'timestamp', column: 'created_at' },
    updatedAt: { kind: 'timestamp', column: 'updated_at' },
    firstName: { ...ownText, column: 'first_name' },
    lastName: { ...ownText, column: 'last_name' },
    email: { ...ownText, column: 'email', addressTypes: ['email'] },
    phoneNumber: { ...ownText, column: 'phone_number', addressTypes: ['phone_number'] },
    isSubscribed: { kind: 'boolean', column: 'is_subscribed' },
    labelId: labelIds,
    labelName: {
      kind: 'text',
      column: 'label.name',
      within: ownLabels,
      lookup: { table: 'labels', column: 'name', idField: labelIds },
    },
    handle: {
      kind: 'text',
      column: 'own_handle.value',
      within: ownHandles,
      addressTypes: ['phone_number', 'email', 'instagram'],
      // The columns hold the primary addresses.
      bounds: valuesOfHandles,
      copyWith: (part) => (/^[+\d]*$/.test(part) ? 'phone_number' : 'email'),
    },
    // An index of messages finds those of a time, so that no message has to write this time elsewhere.
    lastMessageAt: {
      kind: 'timestamp',
      column: 'latest.timestamp',
      within: latestMessages,
      bounds: timesOfLatestMessages,
    },
    'attributes.*': attributeFields,
  },
};

export function contactJson(row: string): string {
  return jsonObject<ContactRecord>({
    id: `${row}.id`,
    createdAt: timestampText(`${row}.created_at`),
    updatedAt: timestampText(`${row}.updated_at`),
    firstName: `${row}.first_name`,
    lastName: `${row}.last_name`,
    fullName: fullName(row),
    displayName: `coalesce(nullif(btrim(${fullName(row)}), ''), ${row}.phone_number, ${row}.email, 'Unknown')`,
    isSubscribed: `${row}.is_subscribed`,
    handles: handlesOf(row),
    labels: labelsOf(row),
    attributes: attributesOf(row),
    phoneNumber: `${row}.phone_number`,
    email: `${row}.email`,
    chats: chatsOf(row),
    metadata: `${row}.metadata`,
    timeZone: `${row}.time_zone`,
  });
}

function fullName(row: string): string {
  return `concat_ws(' ', nullif(${row}.first_name, ''), nullif(${row}.last_name, ''))`;
}

function handlesOf(row: string): string {
  return jsonList({
    item: handleJson('own_handle'),
    from: ownHandles(row),
    orderBy: 'own_handle.created_at, own_handle.id',
  });
}

function labelsOf(row: string): string {
  return jsonList({
    item: jsonObject<ContactLabelRecord>({ id: 'label.id', name: 'label.name', color: 'label.color' }),
    from: ownLabels(row),
    orderBy: 'label.name, label.id',
  });
}

function ownHandles(row: string): string {
  return `handles own_handle
    where own_handle.tenant_id = ${row}.tenant_id and own_handle.contact_id = ${row}.id`;
}

function ownLabels(row: string): string {
  return `contact_labels own_label
    join labels label on label.tenant_id = own_label.tenant_id and label.id = own_label.label_id
    where own_label.tenant_id = ${row}.tenant_id and own_label.contact_id = ${row}.id`;
}

/** The latest message of each chat. */
function latestMessages(row: string): string {
  return `chats own_chat
    join messages latest on latest.tenant_id = own_chat.tenant_id and latest.chat_id = own_chat.id
      and latest.id = own_chat.latest_message_id
    where own_chat.tenant_id = ${row}.tenant_id and own_chat.contact_id = ${row}.id`;
}

function attributesOf(row: string): string {
  return jsonList({
    item: jsonObject<ContactAttributeRecord>({
      id: 'attribute.id',
      externalId: 'attribute.external_id',
      name: 'attribute.name',
      type: 'attribute.type',
      value: 'own_value.value',
    }),
    from: `attribute_values own_value
      join attributes attribute
        on attribute.tenant_id = own_value.tenant_id and attribute.id = own_value.attribute_id
      where own_value.tenant_id = ${row}.tenant_id and own_value.contact_id = ${row}.id`,
    orderBy: 'attribute.external_id',
  });
}

function chatsOf(row: string): string {
  return jsonList({
    item: jsonObject<ContactChatRecord>({
      id: 'own_chat.id',
      channelId: 'own_chat.channel_id',
      status: 'own_chat.status',
    }),
    from: `chats own_chat where own_chat.tenant_id = ${row}.tenant_id and own_chat.contact_id = ${row}.id`,
    orderBy: 'own_chat.created_at desc, own_chat.id desc',
  });
}
