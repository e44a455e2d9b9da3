import type { PlantedChange } from './planted-change.js';
import { isText, plantInSchemas } from './schema-kinds.js';

/** Changes of the length, the form and the number of values, by the direction in which the values travel. */
export const inLimits: readonly PlantedChange[] = plantInSchemas([
  {
    name: 'a longest length is lowered',
    direction: 'request',
    verdict: 'breaking',
    count: 4,
    where: ({ maxLength }) => maxLength > 1,
    edit: (schema) => {
      schema.maxLength -= 1;
    },
  },
  {
    name: 'a longest length is raised',
    direction: 'request',
    verdict: 'compatible',
    count: 4,
    where: ({ maxLength }) => maxLength > 1,
    edit: (schema) => {
      schema.maxLength += 1;
    },
  },
  {
    name: 'a shortest length is set',
    direction: 'request',
    verdict: 'breaking',
    count: 4,
    where: (schema, site) => isText(schema, site) && schema.minLength === undefined,
    edit: (schema) => {
      schema.minLength = 3;
    },
  },
  {
    name: 'a pattern is set',
    direction: 'request',
    verdict: 'breaking',
    count: 4,
    where: (schema, site) => isText(schema, site) && schema.pattern === undefined,
    edit: (schema) => {
      schema.pattern = '^a';
    },
  },
  {
    name: 'a format is set',
    direction: 'request',
    verdict: 'breaking',
    count: 4,
    where: (schema, site) => isText(schema, site) && schema.format === undefined,
    edit: (schema) => {
      schema.format = 'email';
    },
  },
  {
    name: 'a list may be longer',
    direction: 'response',
    verdict: 'breaking',
    count: 4,
    where: ({ type }) => type === 'array',
    prepare: (schema) => {
      schema.maxItems = 5;
    },
    edit: (schema) => {
      schema.maxItems = 6;
    },
  },
  {
    name: 'a list is opened by one more item',
    direction: 'request',
    verdict: 'compatible',
    count: 4,
    where: ({ maxItems }) => maxItems > 0,
    edit: (schema) => {
      schema.maxItems += 1;
    },
  },
]);
