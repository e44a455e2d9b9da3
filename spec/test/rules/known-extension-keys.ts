import type { RuleCases } from '../rule-cases.js';
import { jsonBody, smallDocument } from '../small-document.js';

const moment = '2026-11-01T23:59:59Z';

export const knownExtensionKeys: RuleCases = {
  passes: {
    'every key at a valid location': {
      ...smallDocument({
        info: { 'x-deprecated-at': moment, 'x-sunset-at': moment },
        operation: {
          'x-extension': true,
          'x-plan-feature': 'automations',
          'x-body-limit': 10,
          'x-idempotent': true,
          'x-filter-fields': { id: 'id', name: 'text' },
          'x-filter-only': ['name'],
          'x-tool': { name: 'get_chat', hint: 'read-only' },
          'x-successor': null,
          parameters: [{ name: 'page', in: 'query', 'x-extension': true, schema: { type: 'string' } }],
          requestBody: jsonBody({
            'x-successor': { schema: 'Chat' },
            properties: { status: { type: 'string', 'x-extension': true } },
          }),
        },
        webhooks: { chatUpdated: { post: { 'x-successor': 'chatUpdated' } } },
      }),
      'x-body-limit': 1_048_576,
    },
    'successors with all their keys': smallDocument({
      operation: {
        'x-successor': {
          operationId: 'createChat',
          followedBy: ['openChat'],
          parameters: { channelId: { to: 'body.query', as: 'eq(channelId,"{value}")', note: 'A filter.' } },
          response: { 'data.chats': 'data' },
          note: 'Different.',
        },
        requestBody: jsonBody({
          'x-successor': {
            schema: 'ChatCreate',
            fields: {
              name: 'title',
              tenantId: { gone: 'The token names it.' },
              isOpen: { to: 'status', values: { true: 'open', false: ['closed', 'snoozed'] } },
              variables: { map: { key: 'name', value: 'value' } },
              channelId: { to: 'scopes[].ids[]', with: { 'scopes[].type': 'channel' } },
            },
          },
        }),
      },
    }),
    'names of headers and properties that begin with x-': smallDocument({
      operation: {
        requestBody: jsonBody({ properties: { 'x-anything': { type: 'string' } } }),
        responses: { '200': { description: 'Done.', headers: { 'x-request-id': { schema: {} } } } },
      },
    }),
    'a webhook that is not in the specification': smallDocument({
      webhooks: { chatUpdated: { post: { 'x-extension': true } } },
    }),
    'an example with such keys': smallDocument({
      operation: { requestBody: jsonBody({}, { examples: { one: { value: { 'x-anything': 1 } } } }) },
    }),
  },
  fails: {
    'a misspelt key': {
      document: smallDocument({ operation: { 'x-plan-feture': 'automations' } }),
      messages: ['`x-plan-feture` is not an extension key of this contract. Did you mean `x-plan-feature`?'],
    },
    'a key of another product': {
      document: smallDocument({ operation: { 'x-amazon-apigateway-integration': {} } }),
      messages: [
        '`x-amazon-apigateway-integration` is not an extension key of this contract. See the list in spec/README.md.',
      ],
    },
    'a key at an invalid location': {
      document: smallDocument({ info: { 'x-body-limit': 10 } }),
      messages: ['`x-body-limit` has no meaning here (Info). It belongs on: Root, Operation.'],
    },
    'keys among the paths and the webhooks': {
      document: {
        ...smallDocument({ webhooks: { 'x-plan-feature': 'automations' } }),
        paths: { 'x-body-limt': 10 },
      },
      messages: [
        '`x-body-limt` is not an extension key of this contract. Did you mean `x-body-limit`?',
        '`x-plan-feature` has no meaning here (WebhooksMap). It belongs on: Operation.',
      ],
    },
    'a key among the responses': {
      document: smallDocument({ operation: { responses: { 'x-body-limit': 10 } } }),
      messages: ['`x-body-limit` has no meaning here (Responses). It belongs on: Root, Operation.'],
    },
    'policy on a webhook': {
      document: smallDocument({
        webhooks: { chatUpdated: { post: { 'x-idempotent': true, 'x-plan-feature': 'webhooks' } } },
      }),
      messages: ['x-idempotent', 'x-plan-feature'].map(
        (key) => `\`${key}\` has no meaning on a webhook, which the service calls itself. Remove it.`,
      ),
    },
    'a misspelt key beside a reference': {
      document: smallDocument({
        operation: {
          requestBody: jsonBody({
            properties: { status: { $ref: '#/components/schemas/Status', 'x-extention': true } },
          }),
        },
        components: { schemas: { Status: { type: 'string' } } },
      }),
      messages: ['`x-extention` is not an extension key of this contract. Did you mean `x-extension`?'],
    },
    'values of the wrong kind': {
      document: smallDocument({
        info: { 'x-sunset-at': '1 November 2026' },
        operation: {
          'x-extension': 'yes',
          'x-plan-feature': 'gold',
          'x-body-limit': '1 MB',
          'x-idempotent': false,
          'x-filter-fields': { name: 'string' },
          'x-filter-only': 'name',
          'x-successor': 'get chat',
        },
      }),
      messages: [
        '`x-sunset-at` must be a date-time in UTC, such as `2026-11-01T23:59:59Z`.',
        '`x-extension` must be `true`, or absent.',
        '`x-plan-feature` must be one of automations, campaigns, webhooks.',
        '`x-body-limit` must be a whole number of bytes above zero.',
        '`x-idempotent` must be `true`, or absent.',
        '`x-filter-fields` must be a map from field name to one of id, text, enum, timestamp, number, boolean, attribute.',
        '`x-filter-only` must be a list of names from `x-filter-fields`.',
        '`x-successor` must be an operationId of v3, or null when nothing replaces it, or an object as described in spec/README.md.',
      ],
    },
    'malformed tools': {
      document: {
        ...smallDocument({}),
        paths: {
          '/a': { get: { 'x-tool': { name: 'getChat', hint: 'read-only' } } },
          '/b': { get: { 'x-tool': { name: 'get_chat', hint: 'harmless' } } },
          '/c': { get: { 'x-tool': { name: 'get_chat', hint: 'read-only', title: 'Chat' } } },
          '/d': { get: { 'x-tool': { name: 'a'.repeat(41), hint: 'read-only' } } },
          '/e': { get: { 'x-tool': { hint: 'read-only' } } },
        },
      },
      messages: Array.from(
        { length: 5 },
        () =>
          '`x-tool` must be a snake_case `name` of at most 40 characters, and a `hint`: read-only, additive, outgoing, destructive.',
      ),
    },
    'malformed successors': {
      document: smallDocument({
        operation: {
          'x-successor': { operationId: 'createChat', than: ['openChat'] },
          requestBody: jsonBody({
            'x-successor': { schema: 'ChatCreate', fields: { name: { gone: true } } },
            properties: { status: { type: 'string', 'x-successor': { schema: 'Status', fields: {} } } },
          }),
        },
      }),
      messages: Array.from(
        { length: 3 },
        () =>
          '`x-successor` must be an operationId of v3, or null when nothing replaces it, or an object as described in spec/README.md.',
      ),
    },
  },
};
