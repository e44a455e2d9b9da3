import { plantInOperations } from './operation-kinds.js';
import { type PlantedChange, set } from './planted-change.js';

/** What an operation may lose or gain beside its request and its schemas. */
export const inOperations: readonly PlantedChange[] = plantInOperations([
  {
    name: 'an operation is removed',
    judged: ['breaking', 8],
    edit: (_, { paths }, { path, method }) => delete paths[path][method],
  },
  {
    name: 'an operation moves to another path',
    judged: ['breaking', 3],
    edit: (operation, { paths }, { path, method }) => {
      delete paths[path][method];
      paths[`/moved${path}`] = { [method]: operation };
    },
  },
  {
    name: 'another operationId',
    judged: ['breaking', 4],
    edit: set({ operationId: 'planted' }),
  },
  {
    name: 'a response is removed',
    judged: ['breaking', 6],
    edit: (operation) => delete operation.responses['429'],
  },
  {
    name: 'another success status',
    judged: ['breaking', 4],
    where: ({ responses }) => responses['200'] !== undefined,
    edit: ({ responses }) => {
      responses['202'] = responses['200'];
      delete responses['200'];
    },
  },
  {
    name: 'an error response is added',
    judged: ['compatible', 4],
    edit: ({ responses }) => {
      responses['418'] = responses['429'];
    },
  },
  {
    name: 'another scope',
    judged: ['breaking', 4],
    where: ({ security }) => security?.[0]?.bearerAuth?.length > 0,
    edit: set({ security: [{ bearerAuth: ['planted:write'] }] }),
  },
  {
    name: 'no scope any more',
    judged: ['compatible', 3],
    where: ({ security }) => security?.[0]?.bearerAuth?.length > 0,
    edit: set({ security: [{ bearerAuth: [] }] }),
  },
  {
    name: 'another server of the operation',
    judged: ['breaking', 3],
    edit: set({ servers: [{ url: 'https://planted.example.com' }] }),
  },
  {
    name: 'another server of the path',
    judged: ['breaking', 3],
    edit: (_, { paths }, { path }) => {
      paths[path].servers = [{ url: 'https://planted.example.com' }];
    },
  },
  {
    name: 'a plan feature is required',
    judged: ['breaking', 3],
    where: (operation) => operation['x-plan-feature'] === undefined,
    edit: set({ 'x-plan-feature': 'automations' }),
  },
  {
    name: 'no idempotency any more',
    judged: ['breaking', 3],
    where: (operation) => operation['x-idempotent'] === true,
    edit: (operation) => delete operation['x-idempotent'],
  },
  {
    name: 'an operation is deprecated',
    judged: ['compatible', 3],
    edit: set({ deprecated: true }),
  },
  {
    name: 'another tag',
    judged: ['compatible', 3],
    edit: set({ tags: ['Planted'] }),
  },
  {
    name: 'another summary',
    judged: ['compatible', 3],
    edit: set({ summary: 'Planted' }),
  },
  {
    name: 'an operation is added',
    judged: ['compatible', 3],
    edit: (operation, { paths }, { path, method }) => {
      paths[`/planted${path}`] = { [method]: { ...operation, operationId: 'planted' } };
    },
  },
]);
