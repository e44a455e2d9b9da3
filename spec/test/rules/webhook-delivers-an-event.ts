import type { RuleCases } from '../rule-cases.js';
import { jsonBody, smallDocument } from '../small-document.js';

const text = { type: 'string' };
const parameters = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(header);
const properties = { id: text, tenantId: text, createdAt: text, data: { type: 'object' } };
const required = ['id', 'event', 'tenantId', 'createdAt', 'data'];
const chatUpdated = {
  type: 'object',
  required,
  properties: { ...properties, event: { type: 'string', const: 'chat.updated' } },
};

function header(name: string): object {
  return { name, in: 'header', required: true, schema: text };
}

function posting(schema: object, more: object = {}): object {
  const requestBody = { required: true, ...jsonBody(schema) };
  return delivering({ post: { parameters, requestBody, ...more } });
}

function delivering(item: object): object {
  return smallDocument({ webhooks: { 'chat.updated': item } });
}

export const webhookDeliversAnEvent: RuleCases = {
  passes: {
    'an event in its envelope': posting(chatUpdated),
    'headers of the path item': delivering({
      parameters,
      post: { requestBody: { required: true, ...jsonBody(chatUpdated) } },
    }),
  },
  fails: {
    'a delivery that cannot be verified': {
      document: posting(chatUpdated, {
        parameters: [header('webhook-id'), { ...header('webhook-timestamp'), required: false }],
      }),
      messages: [
        'Webhook `chat.updated` does not require the headers webhook-timestamp, webhook-signature. Add them to its `parameters`.',
      ],
    },
    'an incomplete envelope': {
      document: posting({ ...chatUpdated, required: ['id', 'event', 'createdAt', 'data'] }),
      messages: ['Webhook `chat.updated` does not require `tenantId` of its body. Every event has them.'],
    },
    'another event under this name': {
      document: posting({ ...chatUpdated, properties: { ...properties, event: { const: 'chat.created' } } }),
      messages: [
        'Webhook `chat.updated` posts another event. Write `event: { type: string, const: chat.updated }`.',
      ],
    },
    'no body': {
      document: delivering({ post: { parameters } }),
      messages: ['Webhook `chat.updated` has no required JSON body. Declare its event.'],
    },
    'a delivery by another method': {
      document: delivering({ put: { parameters } }),
      messages: ['Webhook `chat.updated` has no `post`. Events are delivered by POST.'],
    },
  },
};
