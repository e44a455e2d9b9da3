import type { EditableDocument } from '../compare-edited.js';
import { hasBody, hasNoBody, plantInOperations } from './operation-kinds.js';
import type { PlantedChange } from './planted-change.js';

const jsonBody = (): EditableDocument => ({
  content: { 'application/json': { schema: { type: 'object' } } },
});

/** What a request may lose or gain beside its schemas: its body, its parameters and its filter fields. */
export const inRequests: readonly PlantedChange[] = plantInOperations([
  {
    name: 'a required body is added',
    verdict: 'breaking',
    count: 4,
    where: hasNoBody,
    edit: (operation) => {
      operation.requestBody = { ...jsonBody(), required: true };
    },
  },
  {
    name: 'an optional body is added',
    verdict: 'compatible',
    count: 4,
    where: hasNoBody,
    edit: (operation) => {
      operation.requestBody = jsonBody();
    },
  },
  {
    name: 'the body becomes required',
    verdict: 'breaking',
    count: 3,
    where: hasBody,
    prepare: (operation) => delete operation.requestBody.required,
    edit: (operation) => {
      operation.requestBody.required = true;
    },
  },
  {
    name: 'the body is removed',
    verdict: 'breaking',
    count: 4,
    where: hasBody,
    edit: (operation) => delete operation.requestBody,
  },
  {
    name: 'the media type of the body changes',
    verdict: 'breaking',
    count: 3,
    where: ({ requestBody }) => requestBody?.content?.['application/json'] !== undefined,
    edit: ({ requestBody }) => {
      requestBody.content = { 'application/xml': requestBody.content['application/json'] };
    },
  },
  {
    name: 'a required query parameter is added',
    verdict: 'breaking',
    count: 4,
    edit: (operation) => {
      const parameter = { name: 'planted', in: 'query', required: true, schema: { type: 'string' } };
      operation.parameters = [...(operation.parameters ?? []), parameter];
    },
  },
  {
    name: 'an optional query parameter is added',
    verdict: 'compatible',
    count: 4,
    edit: (operation) => {
      const parameter = { name: 'planted', in: 'query', schema: { type: 'string' } };
      operation.parameters = [...(operation.parameters ?? []), parameter];
    },
  },
  {
    name: 'a query parameter is removed',
    verdict: 'breaking',
    count: 4,
    prepare: (operation) => {
      const parameter = { name: 'planted', in: 'query', schema: { type: 'string' } };
      operation.parameters = [...(operation.parameters ?? []), parameter];
    },
    edit: (operation) => operation.parameters.pop(),
  },
  {
    name: 'a parameter is written in another way',
    verdict: 'breaking',
    count: 2,
    prepare: (operation) => {
      const parameter = {
        name: 'planted',
        in: 'query',
        schema: { type: 'array', items: { type: 'string' } },
      };
      operation.parameters = [...(operation.parameters ?? []), parameter];
    },
    edit: (operation) => {
      operation.parameters.at(-1).explode = false;
    },
  },
  {
    name: 'a lower limit of the body',
    verdict: 'breaking',
    count: 3,
    where: hasBody,
    edit: (operation) => {
      operation['x-body-limit'] = 10;
    },
  },
  {
    name: 'a filter field is removed',
    verdict: 'breaking',
    count: 4,
    where: (operation) => operation['x-filter-fields'] !== undefined,
    edit: (operation) => {
      const [field = ''] = Object.keys(operation['x-filter-fields']);
      delete operation['x-filter-fields'][field];
    },
  },
  {
    name: 'a filter field is added',
    verdict: 'compatible',
    count: 4,
    where: (operation) => operation['x-filter-fields'] !== undefined,
    edit: (operation) => {
      operation['x-filter-fields'].planted = 'string';
    },
  },
  {
    name: 'the encoding of a form field changes',
    verdict: 'breaking',
    count: 1,
    where: ({ requestBody }) => requestBody?.content?.['multipart/form-data'] !== undefined,
    edit: ({ requestBody }) => {
      requestBody.content['multipart/form-data'].encoding = { file: { contentType: 'image/png' } };
    },
  },
]);
