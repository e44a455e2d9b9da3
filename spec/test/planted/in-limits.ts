import { type PlantedChange, set } from './planted-change.js';
import { isText, plantInSchemas } from './schema-kinds.js';

/** Changes of the length, the form and the number of values, by the direction in which the values travel. */
export const inLimits: readonly PlantedChange[] = plantInSchemas([
  {
    name: 'a longest length is lowered',
    request: ['breaking', 4],
    where: ({ maxLength }) => maxLength > 1,
    edit: (schema) => {
      schema.maxLength -= 1;
    },
  },
  {
    name: 'a longest length is raised',
    request: ['compatible', 4],
    where: ({ maxLength }) => maxLength > 1,
    edit: (schema) => {
      schema.maxLength += 1;
    },
  },
  {
    name: 'a shortest length is set',
    request: ['breaking', 4],
    where: (schema, site) => isText(schema, site) && schema.minLength === undefined,
    edit: set({ minLength: 3 }),
  },
  {
    name: 'a pattern is set',
    request: ['breaking', 4],
    where: (schema, site) => isText(schema, site) && schema.pattern === undefined,
    edit: set({ pattern: '^a' }),
  },
  {
    name: 'a format is set',
    request: ['breaking', 4],
    where: (schema, site) => isText(schema, site) && schema.format === undefined,
    edit: set({ format: 'email' }),
  },
  {
    name: 'a list may be longer',
    response: ['breaking', 4],
    where: ({ type }) => type === 'array',
    prepare: set({ maxItems: 5 }),
    edit: set({ maxItems: 6 }),
  },
  {
    name: 'a list is opened by one more item',
    request: ['compatible', 4],
    where: ({ maxItems }) => maxItems > 0,
    edit: (schema) => {
      schema.maxItems += 1;
    },
  },
]);
