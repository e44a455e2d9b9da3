import type { Fields } from './fields.js';

/** An operation of the published specification. */
export interface SpecifiedOperation {
  readonly call: string;
  /** Undefined if it has no body. */
  readonly body?: Fields;
  /** Fields of the body that also take another type, which is an extension, each with all its types. */
  readonly widened?: Fields;
  /** The name of the resource in `data`; undefined if the response has no `data`. */
  readonly data?: string;
}

const webhookEvents: Fields = {
  events: 'array',
  'events[].scopes': 'array',
  'events[].scopes[].type': 'string!',
  'events[].scopes[].ids': 'array!',
  'events[].scopes[].ids[]': 'string',
};

export const operations: Readonly<Record<'v3' | 'v2', readonly SpecifiedOperation[]>> = {
  v3: [
    { call: 'GET /chats/{chatId}', data: 'Chat' },
    { call: 'DELETE /chats/{chatId}', data: 'DeleteResult' },
    { call: 'POST /chats/{chatId}/status', body: { triggerAutomations: 'boolean' }, data: 'Chat' },
    {
      call: 'POST /contacts/{contactId}/labels',
      body: { labels: 'array!', 'labels[].id': 'uuid!' },
      data: 'Contact',
    },
    {
      call: 'POST /automations/{automationId}/trigger',
      body: { contactId: 'uuid!', variables: 'object', scheduledAt: 'date-time' },
      widened: { scheduledAt: 'date-time|object' },
    },
    {
      call: 'POST /automations/search',
      body: {
        query: 'string',
        sortBy: 'string',
        search: 'string',
        pagination: 'object',
        'pagination.page': 'integer',
        'pagination.limit': 'integer',
      },
      data: 'Automation[]',
    },
    {
      call: 'PUT /api_webhooks/{webhookId}',
      body: { url: 'string', ...webhookEvents },
      data: 'ApiWebhook',
    },
    { call: 'DELETE /api_webhooks/{webhookId}', data: 'DeleteResult' },
    { call: 'DELETE /message_templates/{messageTemplateId}', data: 'DeleteResult' },
    { call: 'GET /files/{fileId}/public_url', data: 'FilePublicUrl' },
  ],
  v2: [
    { call: 'GET /api_webhooks', data: 'ApiWebhook[]' },
    {
      call: 'POST /api_webhooks',
      body: { tenantId: 'string!', type: 'string!', url: 'string!', channelId: 'string' },
      data: 'ApiWebhook',
    },
    {
      call: 'PUT /api_webhooks/{webhookId}',
      body: { url: 'string', isActive: 'boolean' },
      data: 'ApiWebhook',
    },
    { call: 'DELETE /api_webhooks/{webhookId}', data: 'DeleteResult' },
    { call: 'GET /attributes', data: 'Attribute[]' },
    {
      call: 'POST /attributes',
      body: {
        name: 'string!',
        externalId: 'string!',
        description: 'string|null',
        isVisibleQuickEdit: 'boolean',
        isVisibleContactsTable: 'boolean',
        isVisibleContactCreate: 'boolean',
      },
      data: 'Attribute',
    },
    { call: 'DELETE /attributes/{attributeId}', data: 'DeleteResult' },
    { call: 'GET /{channelId}/broadcasts', data: 'Broadcast[]' },
    {
      call: 'POST /{channelId}/broadcasts',
      body: {
        name: 'string!',
        workflowId: 'uuid!',
        isScheduled: 'boolean',
        scheduledAt: 'date-time',
        isReoccurring: 'boolean',
        recurrenceRules: 'array',
        'recurrenceRules[]': 'string',
        messageTemplateId: 'uuid',
        contacts: 'array',
        'contacts[].firstName': 'string|null',
        'contacts[].lastName': 'string|null',
        'contacts[].email': 'string|null',
        'contacts[].phoneNumber': 'string|null',
        'contacts[].attributes': 'array',
        'contacts[].attributes[].externalId': 'string!',
        'contacts[].attributes[].value': 'string!',
        'contacts[].labels': 'array',
        'contacts[].labels[].name': 'string!',
        variables: 'array',
        'variables[].name': 'string!',
        'variables[].value': 'string!',
      },
      data: 'Broadcast',
    },
  ],
};
