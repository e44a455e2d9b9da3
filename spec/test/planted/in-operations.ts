import type { EditableDocument } from '../compare-edited.js';
import { type Kind, type PlantedChange, plant } from './planted-change.js';
import { type OperationSite, operationIn, operations } from './sites.js';

type OperationKind = Omit<Kind<OperationSite>, 'sites' | 'edit' | 'prepare'> & {
  readonly where?: (operation: EditableDocument, site: OperationSite) => boolean;
  readonly prepare?: (operation: EditableDocument, document: EditableDocument) => void;
  readonly edit: (operation: EditableDocument, document: EditableDocument, site: OperationSite) => void;
};

function plantInOperations(kinds: readonly OperationKind[]): PlantedChange[] {
  return kinds.flatMap(({ where = () => true, prepare, edit, ...kind }) =>
    plant({
      ...kind,
      sites: operations.filter((site) => where(site.operation, site)),
      ...(prepare && {
        prepare: (document: EditableDocument, site: OperationSite) =>
          prepare(operationIn(document, site), document),
      }),
      edit: (document: EditableDocument, site: OperationSite) =>
        edit(operationIn(document, site), document, site),
    }),
  );
}

const hasNoBody: OperationKind['where'] = ({ requestBody }, { method }) =>
  requestBody === undefined && method !== 'get';
const hasBody: OperationKind['where'] = ({ requestBody }) => requestBody?.content !== undefined;
const jsonBody = (): EditableDocument => ({
  content: { 'application/json': { schema: { type: 'object' } } },
});

/** What an operation may lose or gain beside its schemas. */
export const inOperations: readonly PlantedChange[] = plantInOperations([
  {
    name: 'an operation is removed',
    verdict: 'breaking',
    count: 8,
    edit: (_, { paths }, { path, method }) => delete paths[path][method],
  },
  {
    name: 'an operation moves to another path',
    verdict: 'breaking',
    count: 3,
    edit: (operation, { paths }, { path, method }) => {
      delete paths[path][method];
      paths[`/moved${path}`] = { [method]: operation };
    },
  },
  {
    name: 'another operationId',
    verdict: 'breaking',
    count: 4,
    edit: (operation) => {
      operation.operationId = 'planted';
    },
  },
  {
    name: 'a response is removed',
    verdict: 'breaking',
    count: 6,
    edit: (operation) => delete operation.responses['429'],
  },
  {
    name: 'another success status',
    verdict: 'breaking',
    count: 4,
    where: ({ responses }) => responses['200'] !== undefined,
    edit: ({ responses }) => {
      responses['202'] = responses['200'];
      delete responses['200'];
    },
  },
  {
    name: 'an error response is added',
    verdict: 'compatible',
    count: 4,
    edit: ({ responses }) => {
      responses['418'] = responses['429'];
    },
  },
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
    name: 'another scope',
    verdict: 'breaking',
    count: 4,
    where: ({ security }) => security?.[0]?.bearerAuth?.length > 0,
    edit: (operation) => {
      operation.security = [{ bearerAuth: ['planted:write'] }];
    },
  },
  {
    name: 'no scope any more',
    verdict: 'compatible',
    count: 3,
    where: ({ security }) => security?.[0]?.bearerAuth?.length > 0,
    edit: (operation) => {
      operation.security = [{ bearerAuth: [] }];
    },
  },
  {
    name: 'another server of the operation',
    verdict: 'breaking',
    count: 3,
    edit: (operation) => {
      operation.servers = [{ url: 'https://planted.example.com' }];
    },
  },
  {
    name: 'another server of the path',
    verdict: 'breaking',
    count: 3,
    edit: (_, { paths }, { path }) => {
      paths[path].servers = [{ url: 'https://planted.example.com' }];
    },
  },
  {
    name: 'a plan feature is required',
    verdict: 'breaking',
    count: 3,
    where: (operation) => operation['x-plan-feature'] === undefined,
    edit: (operation) => {
      operation['x-plan-feature'] = 'automations';
    },
  },
  {
    name: 'no idempotency any more',
    verdict: 'breaking',
    count: 3,
    where: (operation) => operation['x-idempotent'] === true,
    edit: (operation) => delete operation['x-idempotent'],
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
    name: 'an operation is deprecated',
    verdict: 'compatible',
    count: 3,
    edit: (operation) => {
      operation.deprecated = true;
    },
  },
  {
    name: 'another tag',
    verdict: 'compatible',
    count: 3,
    edit: (operation) => {
      operation.tags = ['Planted'];
    },
  },
  {
    name: 'another summary',
    verdict: 'compatible',
    count: 3,
    edit: (operation) => {
      operation.summary = 'Planted';
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
  {
    name: 'an operation is added',
    verdict: 'compatible',
    count: 3,
    edit: (operation, { paths }, { path, method }) => {
      paths[`/planted${path}`] = { [method]: { ...operation, operationId: 'planted' } };
    },
  },
]);
