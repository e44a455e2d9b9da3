import type { EditableDocument } from '../compare-edited.js';
import { hasBody, hasNoBody, plantInOperations } from './operation-kinds.js';
import { type PlantedChange, set } from './planted-change.js';

const jsonBody = { content: { 'application/json': { schema: { type: 'object' } } } };

const add = (parameter: object) => (operation: EditableDocument) => {
  operation.parameters = [...(operation.parameters ?? []), { name: 'planted', in: 'query', ...parameter }];
};

/** What a request may lose or gain beside its schemas: its body, its parameters and its filter fields. */
export const inRequests: readonly PlantedChange[] = plantInOperations([
  {
    name: 'a required body is added',
    judged: ['breaking', 4],
    where: hasNoBody,
    edit: set({ requestBody: { ...jsonBody, required: true } }),
  },
  {
    name: 'an optional body is added',
    judged: ['compatible', 4],
    where: hasNoBody,
    edit: set({ requestBody: jsonBody }),
  },
  {
    name: 'the body becomes required',
    judged: ['breaking', 3],
    where: hasBody,
    prepare: (operation) => delete operation.requestBody.required,
    edit: (operation) => {
      operation.requestBody.required = true;
    },
  },
  {
    name: 'the body is removed',
    judged: ['breaking', 4],
    where: hasBody,
    edit: (operation) => delete operation.requestBody,
  },
  {
    name: 'the media type of the body changes',
    judged: ['breaking', 3],
    where: ({ requestBody }) => requestBody?.content?.['application/json'] !== undefined,
    edit: ({ requestBody }) => {
      requestBody.content = { 'application/xml': requestBody.content['application/json'] };
    },
  },
  {
    name: 'a required query parameter is added',
    judged: ['breaking', 4],
    edit: add({ required: true, schema: { type: 'string' } }),
  },
  {
    name: 'an optional query parameter is added',
    judged: ['compatible', 4],
    edit: add({ schema: { type: 'string' } }),
  },
  {
    name: 'a query parameter is removed',
    judged: ['breaking', 4],
    prepare: add({ schema: { type: 'string' } }),
    edit: (operation) => operation.parameters.pop(),
  },
  {
    name: 'a parameter is written in another way',
    judged: ['breaking', 2],
    prepare: add({ schema: { type: 'array', items: { type: 'string' } } }),
    edit: (operation) => {
      operation.parameters.at(-1).explode = false;
    },
  },
  {
    name: 'a lower limit of the body',
    judged: ['breaking', 3],
    where: hasBody,
    edit: set({ 'x-body-limit': 10 }),
  },
  {
    name: 'a filter field is removed',
    judged: ['breaking', 4],
    where: (operation) => operation['x-filter-fields'] !== undefined,
    edit: (operation) => {
      const [field = ''] = Object.keys(operation['x-filter-fields']);
      delete operation['x-filter-fields'][field];
    },
  },
  {
    name: 'a filter field is added',
    judged: ['compatible', 4],
    where: (operation) => operation['x-filter-fields'] !== undefined,
    edit: (operation) => {
      operation['x-filter-fields'].planted = 'string';
    },
  },
  {
    name: 'the encoding of a form field changes',
    judged: ['breaking', 1],
    where: ({ requestBody }) => requestBody?.content?.['multipart/form-data'] !== undefined,
    edit: ({ requestBody }) => {
      requestBody.content['multipart/form-data'].encoding = { file: { contentType: 'image/png' } };
    },
  },
]);
