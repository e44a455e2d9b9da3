import type { RuleCases } from '../rule-cases.js';
import { jsonBody, smallDocument } from '../small-document.js';

const info = { 'x-sunset-at': '2026-11-01T23:59:59Z' };

function sending(schema: object): object {
  return smallDocument({ info, operation: { 'x-successor': 'createChat', requestBody: jsonBody(schema) } });
}

export const sunsetOperationNamesSuccessor: RuleCases = {
  passes: {
    'a version without an end': smallDocument({}),
    'operations and events of a version that ends': smallDocument({
      info,
      operation: { 'x-successor': null },
      webhooks: { CHAT_OPENED: { post: { 'x-successor': 'chatUpdated' } } },
    }),
    'fields that the schema has, with all their values': sending({
      'x-successor': {
        schema: 'ChatCreate',
        fields: {
          name: 'title',
          status: { values: { OPEN: 'open', CLOSED: 'closed' } },
          isUnread: { to: 'state', values: { true: 'unread', false: 'read' } },
        },
      },
      properties: {
        name: { type: 'string' },
        status: { type: 'string', enum: ['OPEN', 'CLOSED'] },
        isUnread: { type: 'boolean' },
      },
    }),
  },
  fails: {
    'an operation and an event without a successor': {
      document: smallDocument({ info, webhooks: { CHAT_OPENED: { post: { operationId: 'chatOpened' } } } }),
      messages: ['getChat', 'chatOpened'].map(
        (name) =>
          `${name}: this version ends, so \`x-successor\` must name its replacement, or be \`null\` if there is none.`,
      ),
    },
    'fields that the schema does not have, and missing values': {
      document: sending({
        'x-successor': {
          schema: 'ChatCreate',
          fields: {
            nam: 'title',
            price: { gone: 'Free.' },
            status: { values: { OPEN: 'open' } },
            event: { values: { OTHER: 'x' } },
          },
        },
        properties: {
          name: { type: 'string' },
          status: { type: 'string', enum: ['OPEN', 'CLOSED', 'SNOOZED'] },
          event: { type: 'string', const: 'CHAT_OPENED' },
        },
      }),
      messages: [
        '`x-successor` names the field `nam`, which the schema does not have. Did you mean `name`?',
        '`x-successor` names the field `price`, which the schema does not have. Remove it.',
        '`x-successor` has no replacement for `CLOSED`, `SNOOZED` of the field `status`.',
        '`x-successor` has no replacement for `CHAT_OPENED` of the field `event`.',
      ],
    },
  },
};
