import type { EditableDocument } from '../compare-edited.js';
import { type PlantedChange, plant } from './planted-change.js';
import { events } from './sites.js';

interface EventSite {
  readonly id: string;
}

function plantInEvents(
  name: string,
  verdict: PlantedChange['verdict'],
  edit: (event: EditableDocument, document: EditableDocument, id: string) => void,
): PlantedChange[] {
  return plant<EventSite>({
    name: `event: ${name}`,
    judged: [verdict, 3],
    sites: events,
    edit: (document, { id }) => edit(document.webhooks[id], document, id),
  });
}

/** What an event may lose or gain: its name, its headers and its body. */
export const inEvents: readonly PlantedChange[] = [
  ...plantInEvents('it is removed', 'breaking', (_, { webhooks }, id) => delete webhooks[id]),
  ...plantInEvents('it has another name', 'breaking', (event, { webhooks }, id) => {
    delete webhooks[id];
    webhooks[`${id}.planted`] = event;
  }),
  ...plantInEvents('it has another operationId', 'breaking', ({ post }) => {
    post.operationId = 'planted';
  }),
  ...plantInEvents('a header is removed', 'breaking', ({ post }) => post.parameters.pop()),
  ...plantInEvents('a header may be missing', 'breaking', ({ post }, document) => {
    const headers = post.parameters.map((header: EditableDocument) => follow(document, header));
    const index = headers.findLastIndex(({ required }: EditableDocument) => required);
    post.parameters[index] = { ...headers[index], required: false };
  }),
  ...plantInEvents('a header is added', 'compatible', ({ post }) =>
    post.parameters.push({ name: 'planted', in: 'header', required: true, schema: { type: 'string' } }),
  ),
  ...plantInEvents('its body is removed', 'breaking', ({ post }) => delete post.requestBody),
  ...plantInEvents('its body has another type', 'breaking', ({ post }) => {
    post.requestBody.content['application/json'].schema = { type: 'array', items: {} };
  }),
  ...plantInEvents('its body has a second media type', 'breaking', ({ post }) => {
    post.requestBody.content['application/xml'] = {};
  }),
  ...plantInEvents('a property of its body is removed', 'breaking', ({ post }) => {
    const media = post.requestBody.content['application/json'];
    media.schema = { type: 'object', properties: { id: { type: 'string' } } };
  }),
  ...plantInEvents('a receiver may no longer respond with a status', 'breaking', ({ post }) => {
    post.responses = { '299': { description: 'Planted.' } };
  }),
  ...plantInEvents('an event is added', 'compatible', (event, { webhooks }) => {
    webhooks['planted.created'] = event;
  }),
];

function follow(document: EditableDocument, node: EditableDocument): EditableDocument {
  if (typeof node.$ref !== 'string') return node;
  return node.$ref
    .slice('#/'.length)
    .split('/')
    .reduce((step: EditableDocument, key: string) => step[key], document);
}
