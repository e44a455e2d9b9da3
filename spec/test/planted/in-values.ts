import type { EditableDocument } from '../compare-edited.js';
import type { PlantedChange } from './planted-change.js';
import { isEnum, isProperty, isText, plantInSchemas } from './schema-kinds.js';

/** Changes of the type, the known values and the default of a value, by the direction in which it travels. */
export const inValues: readonly PlantedChange[] = plantInSchemas([
  {
    name: 'a value may be null',
    direction: 'response',
    verdict: 'breaking',
    count: 5,
    where: isText,
    edit: (schema) => {
      schema.type = ['string', 'null'];
    },
  },
  {
    name: 'a value may be null',
    direction: 'request',
    verdict: 'compatible',
    count: 4,
    where: isText,
    edit: (schema) => {
      schema.type = ['string', 'null'];
    },
  },
  {
    name: 'another type',
    direction: 'response',
    verdict: 'breaking',
    count: 5,
    where: isText,
    edit: (schema) => {
      schema.type = 'integer';
    },
  },
  {
    name: 'another type',
    direction: 'request',
    verdict: 'breaking',
    count: 5,
    where: isText,
    edit: (schema) => {
      schema.type = 'integer';
    },
  },
  {
    name: 'a value of an enum is added',
    direction: 'response',
    verdict: 'breaking',
    count: 5,
    where: isEnum,
    edit: (schema) => schema.enum.push('planted'),
  },
  {
    name: 'a value of an enum is added',
    direction: 'request',
    verdict: 'compatible',
    count: 4,
    where: isEnum,
    edit: (schema) => schema.enum.push('planted'),
  },
  {
    name: 'a value of an enum is removed',
    direction: 'response',
    verdict: 'breaking',
    count: 5,
    where: isEnum,
    edit: removeValue,
  },
  {
    name: 'a value of an enum is removed',
    direction: 'request',
    verdict: 'breaking',
    count: 5,
    where: isEnum,
    edit: removeValue,
  },
  {
    name: 'a text becomes an enum',
    direction: 'request',
    verdict: 'breaking',
    count: 4,
    where: isText,
    edit: (schema) => {
      schema.enum = ['planted'];
    },
  },
  {
    name: 'an enum becomes any text',
    direction: 'response',
    verdict: 'breaking',
    count: 4,
    where: isEnum,
    edit: (schema) => delete schema.enum,
  },
  {
    name: 'a default is added',
    direction: 'request',
    verdict: 'breaking',
    count: 4,
    where: (schema, site) => isText(schema, site) && isProperty(schema, site) && schema.default === undefined,
    edit: (schema) => {
      schema.default = 'planted';
    },
  },
  {
    name: 'a default changes',
    direction: 'request',
    verdict: 'breaking',
    count: 4,
    where: ({ default: value }) => value !== undefined,
    edit: (schema) => {
      schema.default = null;
    },
  },
  {
    name: 'a default is removed',
    direction: 'request',
    verdict: 'breaking',
    count: 4,
    where: ({ default: value }) => value !== undefined,
    edit: (schema) => delete schema.default,
  },
  {
    name: 'a value is only read',
    direction: 'request',
    verdict: 'breaking',
    count: 4,
    where: (schema, site) => isText(schema, site) && isProperty(schema, site),
    edit: (schema) => {
      schema.readOnly = true;
    },
  },
  {
    name: 'a value is only written',
    direction: 'response',
    verdict: 'breaking',
    count: 4,
    where: (schema, site) => isText(schema, site) && isProperty(schema, site),
    edit: (schema) => {
      schema.writeOnly = true;
    },
  },
  {
    name: 'a known value of an open list is added',
    direction: 'response',
    verdict: 'compatible',
    count: 3,
    where: (schema) => Array.isArray(schema['x-extensible-enum']),
    edit: (schema) => schema['x-extensible-enum'].push('planted'),
  },
  {
    name: 'another description',
    direction: 'response',
    verdict: 'compatible',
    count: 4,
    where: isProperty,
    edit: (schema) => {
      schema.description = 'Planted.';
    },
  },
]);

/** Removes the last value. Null is not a value here: a response without it surprises nobody. */
function removeValue(schema: EditableDocument): void {
  const last = schema.enum.findLastIndex((value: unknown) => value !== null);
  schema.enum.splice(last, 1);
}
