import type { RuleCases } from '../rule-cases.js';
import { jsonResponse, smallDocument } from '../small-document.js';

const components = {
  schemas: {
    Id: { type: 'string', format: 'uuid' },
    Chat: {
      type: 'object',
      properties: {
        id: { $ref: '#/components/schemas/Id' },
        channelId: { oneOf: [{ $ref: '#/components/schemas/Id' }, { type: 'null' }] },
        name: { type: ['string', 'null'] },
        status: { type: 'string', enum: ['open'] },
        reason: { type: 'string', 'x-extensible-enum': ['spam'] },
        createdAt: { type: 'string', format: 'date-time' },
        unreadCount: { type: 'integer' },
        isUnread: { type: 'boolean' },
        metadata: { type: 'object' },
        attributes: { type: 'array' },
      },
    },
  },
};
const list = { type: 'array', items: { $ref: '#/components/schemas/Chat' } };

function searching(fields: object, data: object = list, more: object = {}): object {
  const responses = { '200': jsonResponse({ type: 'object', properties: { data } }) };
  return smallDocument({ operation: { 'x-filter-fields': fields, ...more, responses }, components });
}

export const filterFieldsExist: RuleCases = {
  options: { virtual: ['getChat.labelName'] },
  passes: {
    'fields of the response, each by its kind': searching({
      id: 'id',
      channelId: 'id',
      name: 'text',
      status: 'enum',
      createdAt: 'timestamp',
      unreadCount: 'number',
      isUnread: 'boolean',
    }),
    'a value of a list that can grow, by its order in the list': searching({ reason: 'enum' }),
    'a value of a list that can grow, as text': searching({ reason: 'text' }),
    'a field that is computed for the search': searching({ labelName: 'text' }),
    'a family of fields, which can only be filtered': searching({ 'attributes.*': 'attribute' }, list, {
      'x-filter-only': ['attributes.*'],
    }),
    'an operation that is not a search': smallDocument({}),
  },
  fails: {
    'fields that are not in the response': {
      document: searching({ stauts: 'enum', price: 'number' }),
      messages: [
        "getChat: the filter field `stauts` is not a property of the response's items. Did you mean `status`?",
        "getChat: the filter field `price` is not a property of the response's items. Remove it, or list it as `virtual` in redocly.yaml.",
      ],
    },
    'wrong kinds': {
      document: searching({
        id: 'text',
        status: 'text',
        name: 'id',
        unreadCount: 'boolean',
        metadata: 'text',
      }),
      messages: [
        'getChat: the filter field `id` is not of kind `text` in the response. It is of kind `id`.',
        'getChat: the filter field `status` is not of kind `text` in the response. It is of kind `enum`.',
        'getChat: the filter field `name` is not of kind `id` in the response. It is of kind `text`.',
        'getChat: the filter field `unreadCount` is not of kind `boolean` in the response. It is of kind `number`.',
        'getChat: the filter field `metadata` is not of kind `text` in the response. It cannot be filtered.',
      ],
    },
    'invalid families': {
      document: searching({ 'attributes.*': 'text', attributes: 'attribute', 'labels.*': 'attribute' }),
      messages: [
        'getChat: the filter field `attributes.*` of kind `text`: only a name that ends in `.*` can have the kind `attribute`, and it must.',
        'getChat: the filter field `attributes` of kind `attribute`: only a name that ends in `.*` can have the kind `attribute`, and it must.',
        "getChat: the filter field `labels.*` needs a property `labels` of the response's items.",
      ],
    },
    'a filter-only field that is not a filter field': {
      document: searching({ id: 'id' }, list, { 'x-filter-only': ['name'] }),
      messages: ['getChat: `name` of `x-filter-only` is not a filter field.'],
    },
    'a response that is not a list': {
      document: searching({ id: 'id' }, { $ref: '#/components/schemas/Chat' }),
      messages: [
        "getChat: the filter field `id` is not a property of the response's items. Remove it, or list it as `virtual` in redocly.yaml.",
      ],
    },
  },
};
