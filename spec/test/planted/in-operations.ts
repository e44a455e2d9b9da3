import { plantInOperations } from './operation-kinds.js';
import type { PlantedChange } from './planted-change.js';

/** What an operation may lose or gain beside its request and its schemas. */
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
    name: 'an operation is added',
    verdict: 'compatible',
    count: 3,
    edit: (operation, { paths }, { path, method }) => {
      paths[`/planted${path}`] = { [method]: { ...operation, operationId: 'planted' } };
    },
  },
]);
