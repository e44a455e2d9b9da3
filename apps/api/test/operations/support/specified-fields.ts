/** The type of a field in the published specification. */
export type FieldType = 'array' | 'boolean' | 'integer' | 'object' | 'string' | 'timestamp' | 'untyped';

export type Fields = Readonly<Record<string, FieldType>>;

const dates = { createdAt: 'timestamp', updatedAt: 'timestamp' } as const;

export const handleFields: Fields = {
  id: 'string',
  ...dates,
  type: 'string',
  isPrimary: 'boolean',
  value: 'string',
  extra: 'object',
  hasChats: 'boolean',
};

export const contactFields: Fields = {
  id: 'string',
  ...dates,
  firstName: 'string',
  lastName: 'string',
  fullName: 'string',
  displayName: 'string',
  isSubscribed: 'boolean',
  handles: 'array',
  labels: 'array',
  attributes: 'array',
  phoneNumber: 'string',
  email: 'string',
  chats: 'array',
  metadata: 'object',
};

export const messageFields: Fields = {
  id: 'string',
  vendorId: 'string',
  sender: 'string',
  type: 'string',
  timestamp: 'timestamp',
  text: 'string',
};

export const chatFields: Fields = {
  id: 'string',
  ...dates,
  status: 'string',
  isUnread: 'boolean',
  openUntil: 'string',
  unreadCount: 'integer',
  channelId: 'string',
  contactId: 'string',
  contact: 'object',
  handleId: 'string',
  handle: 'object',
  latestMessage: 'object',
  assignedUserId: 'string',
  assignedTeamId: 'string',
  isSensitive: 'boolean',
};

export const automationFields: Fields = {
  id: 'string',
  ...dates,
  name: 'string',
  status: 'string',
  activeVersionId: 'string',
  activeVersionTriggerType: 'string',
  activeVersionTriggerParametersChannelId: 'string',
  latestVersionTriggerType: 'string',
  latestVersionTriggerParametersChannelId: 'string',
  latestVersionId: 'string',
};

export const webhookFields: Fields = {
  id: 'string',
  url: 'string',
  status: 'string',
  events: 'array',
  ...dates,
};

export const legacyWebhookFields: Fields = {
  id: 'string',
  type: 'string',
  url: 'string',
  isActive: 'boolean',
  channelId: 'string',
  ...dates,
};

export const attributeFields: Fields = {
  id: 'string',
  name: 'string',
  type: 'string',
  externalId: 'string',
  isVisibleQuickEdit: 'boolean',
  isVisibleContactsTable: 'boolean',
  isVisibleContactCreate: 'boolean',
  description: 'string',
  ...dates,
};

export const broadcastFields: Fields = {
  id: 'string',
  name: 'string',
  workflowId: 'string',
  isScheduled: 'boolean',
  isReoccurring: 'boolean',
  scheduledAt: 'timestamp',
  recurrenceRules: 'untyped',
  variables: 'untyped',
  status: 'string',
  ...dates,
};

/** Returns the fields that a record lacks or that have another type. */
export function findWrongFields(record: unknown, fields: Fields): string[] {
  const values: Readonly<Record<string, unknown>> = Object(record);
  return Object.entries(fields)
    .filter(([name, type]) => !(name in values) || !checks[type](values[name]))
    .map(([name, type]) => `${name} is ${JSON.stringify(values[name])}, not of type ${type}`);
}

const checks: Readonly<Record<FieldType, (value: unknown) => boolean>> = {
  array: Array.isArray,
  boolean: (value) => typeof value === 'boolean',
  integer: Number.isInteger,
  object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  string: (value) => typeof value === 'string',
  timestamp: (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value),
  untyped: (value) => value !== undefined,
};
