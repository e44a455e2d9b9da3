import type { EditableDocument } from '../compare-edited.js';
import type { PlantedChange } from './planted-change.js';

/** A path whose responses are written in place. */
const path = '/chats/{chatId}';

/** Keys that no comparison knows, in each object of OpenAPI that is no schema. They may hide a break. */
export const inUnknownKeys: readonly PlantedChange[] = [
  ...plantKey('the document', 'jsonSchemaDialect', (document) => document),
  ...plantKey('the info', 'planted', ({ info }) => info),
  ...plantKey('a server', 'planted', ({ servers }) => servers[0]),
  ...plantKey('a way to authenticate', 'planted', ({ components }) => components.securitySchemes.bearerAuth),
  ...plantKey('the components', 'callbacks', ({ components }) => components),
  ...plantKey('a path', 'query', ({ paths }) => paths[path]),
  ...plantKey('an operation', 'callbacks', ({ paths }) => paths[path].get),
  ...plantKey('an event', 'security', ({ webhooks }) => Object.values<EditableDocument>(webhooks)[0].post),
  ...plantKey('the path of an event', 'servers', ({ webhooks }) => Object.values(webhooks)[0]),
  ...plantKey('a parameter', 'planted', ({ paths }) =>
    paths['/events/stream'].get.parameters.find(({ name }: EditableDocument) => name === 'events'),
  ),
  ...plantKey('a shared parameter', 'planted', ({ components }) => components.parameters.IdempotencyKey),
  ...plantKey('a body', 'planted', ({ paths }) => paths['/messages/send'].post.requestBody),
  ...plantKey(
    'a media type',
    'itemSchema',
    ({ paths }) => paths['/messages/send'].post.requestBody.content['application/json'],
  ),
  ...plantKey('a response', 'planted', ({ paths }) => paths[path].get.responses[200]),
  ...plantKey('a shared response', 'planted', ({ components }) => components.responses.ChatNotFound),
  ...plantKey('a shared header', 'planted', ({ components }) => components.headers['X-Request-Id']),
  {
    name: 'an unknown key of a parameter that is written in place now',
    verdict: 'breaking',
    edit: ({ paths, components }) => {
      const { post } = paths['/messages/send'];
      post.parameters = [{ ...components.parameters.IdempotencyKey, planted: true }];
    },
  },
  {
    name: 'links that nobody uses are added to the components',
    verdict: 'equal',
    edit: ({ components }) => {
      components.links = { chat: { operationId: 'getChat' } };
    },
  },
];

function plantKey(
  object: string,
  key: string,
  find: (document: EditableDocument) => EditableDocument,
): PlantedChange[] {
  const set = (value: object) => (document: EditableDocument) => {
    find(document)[key] = value;
  };
  return [
    { name: `${object}: \`${key}\` is added`, verdict: 'breaking', edit: set({ planted: true }) },
    {
      name: `${object}: \`${key}\` is removed`,
      verdict: 'breaking',
      prepare: set({ planted: true }),
      edit: (document) => delete find(document)[key],
    },
  ];
}
