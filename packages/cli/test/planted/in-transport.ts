import type { EditableDocument } from '../../../../spec/test/compare-edited.js';
import { type Mutation, removeValue, setField } from './mutation.js';

const getChat = ({ paths }: EditableDocument): EditableDocument => paths['/chats/{chatId}'].get;
const streamedTypes = (paths: EditableDocument): string[] =>
  paths['/events/stream'].get.parameters.find((one: EditableDocument) => one.in === 'query').schema.items
    .enum;
const sendMessage = ({ paths }: EditableDocument): EditableDocument => paths['/messages/send'].post;
const everyone = ['acme', 'birch', 'cedar', 'dune', 'elm', 'grove', 'heath', 'isle', 'jade', 'kelp', 'lark'];

/** Breaks beside the fields of bodies: parameters, headers, scopes, servers and media types. */
export const inTransport: readonly Mutation[] = [
  {
    name: 'a query parameter that is required now',
    edit: (document) => {
      const parameter = { in: 'query', name: 'view', required: true, schema: { type: 'string' } };
      getChat(document).parameters = [...(getChat(document).parameters ?? []), parameter];
    },
    hurts: ['acme', 'grove'],
  },
  {
    name: 'a query parameter of a stream',
    edit: ({ paths }) => {
      const operation = paths['/events/stream'].get;
      operation.parameters = operation.parameters.filter((one: EditableDocument) => one.in !== 'query');
    },
    hurts: ['lark'],
  },
  {
    name: 'a value of a query parameter, which a stream sends',
    edit: ({ paths }) => removeValue(streamedTypes(paths), 'contact.deleted'),
    hurts: ['lark'],
  },
  {
    name: 'a value of a query parameter that nobody sends',
    edit: ({ paths }) => removeValue(streamedTypes(paths), 'chat.created'),
    hurts: [],
  },
  {
    name: 'a header that is required now, which the client may send',
    edit: (document) => {
      const header = { in: 'header', name: 'X-Planted', required: true, schema: { type: 'string' } };
      sendMessage(document).parameters.push(header);
    },
    hurts: [],
    perhaps: ['cedar'],
  },
  {
    name: 'a scope',
    edit: (document) => {
      getChat(document).security = [{ bearerAuth: ['chats:write'] }];
    },
    hurts: ['acme', 'grove'],
  },
  {
    name: 'the server of all operations',
    edit: ({ servers }) => {
      servers[0].url = 'https://planted.example.com/v3';
    },
    hurts: everyone,
  },
  {
    name: 'the server of one operation',
    edit: (document) => {
      getChat(document).servers = [{ url: 'https://planted.example.com/v3' }];
    },
    hurts: ['acme', 'grove'],
  },
  {
    name: 'the body of a request',
    edit: (document) => delete sendMessage(document).requestBody,
    hurts: ['cedar'],
  },
  {
    name: 'the media type of a request',
    edit: (document) => {
      const { requestBody } = sendMessage(document);
      requestBody.content = { 'application/xml': requestBody.content['application/json'] };
    },
    hurts: ['cedar'],
  },
  {
    name: 'the media type of a request without a caller',
    edit: ({ paths }) => {
      const { requestBody } = paths['/labels'].post;
      requestBody.content = { 'application/xml': requestBody.content['application/json'] };
    },
    hurts: [],
  },
  {
    name: 'the media type of a response',
    edit: (document) => {
      const response = getChat(document).responses['200'];
      response.content = { 'application/xml': response.content['application/json'] };
    },
    hurts: ['acme', 'grove'],
  },
  {
    name: 'the values of a map that is sent',
    edit: setField('ContactUpdate', 'metadata', { additionalProperties: { type: 'integer' } }),
    hurts: ['dune'],
  },
  {
    name: 'the values of a map that nobody sends',
    edit: setField('ContactCreate', 'metadata', { additionalProperties: { type: 'integer' } }),
    hurts: [],
  },
  {
    name: 'a field in the body of an error',
    edit: ({ components }) => {
      const { error } = components.responses.LabelNotFound.content['application/json'].schema.properties;
      const own = structuredClone(components.schemas.Error);
      own.properties.message.type = ['string', 'null'];
      error.allOf[0] = own;
    },
    hurts: [],
    perhaps: ['jade'],
  },
  {
    name: 'a header of a response',
    edit: (document) => delete getChat(document).responses['200'].headers['X-Request-Id'],
    hurts: [],
    perhaps: ['acme', 'grove'],
  },
  {
    name: 'the name of a response, which no report has',
    edit: (document) => {
      const name = /(?<=components\/responses\/)LabelNotFound(?=")/g;
      Object.assign(document, JSON.parse(JSON.stringify(document).replaceAll(name, 'NoLabel')));
      const { LabelNotFound, ...others } = document.components.responses;
      document.components.responses = { ...others, NoLabel: LabelNotFound };
    },
    hurts: [],
    perhaps: everyone,
  },
];
