import type { EditableDocument } from '../compare-edited.js';
import { type PlantedChange, set } from './planted-change.js';
import { isEnum, isProperty, isText, plantInSchemas } from './schema-kinds.js';

/** Changes of the type, the known values and the default of a value, by the direction in which it travels. */
export const inValues: readonly PlantedChange[] = plantInSchemas([
  {
    name: 'a value may be null',
    response: ['breaking', 5],
    request: ['compatible', 4],
    where: isText,
    edit: set({ type: ['string', 'null'] }),
  },
  {
    name: 'another type',
    response: ['breaking', 5],
    request: ['breaking', 5],
    where: isText,
    edit: set({ type: 'integer' }),
  },
  {
    name: 'a value of an enum is added',
    response: ['breaking', 5],
    request: ['compatible', 4],
    where: isEnum,
    edit: (schema) => schema.enum.push('planted'),
  },
  {
    name: 'a value of an enum is removed',
    response: ['breaking', 5],
    request: ['breaking', 5],
    where: isEnum,
    edit: removeValue,
  },
  {
    name: 'a text becomes an enum',
    request: ['breaking', 4],
    where: isText,
    edit: set({ enum: ['planted'] }),
  },
  {
    name: 'an enum becomes any text',
    response: ['breaking', 4],
    where: isEnum,
    edit: (schema) => delete schema.enum,
  },
  {
    name: 'a default is added',
    request: ['breaking', 4],
    where: (schema, site) => isText(schema, site) && isProperty(schema, site) && schema.default === undefined,
    edit: set({ default: 'planted' }),
  },
  {
    name: 'a default changes',
    request: ['breaking', 4],
    where: ({ default: value }) => value !== undefined,
    edit: set({ default: null }),
  },
  {
    name: 'a default is removed',
    request: ['breaking', 4],
    where: ({ default: value }) => value !== undefined,
    edit: (schema) => delete schema.default,
  },
  {
    name: 'a value is only read',
    request: ['breaking', 4],
    where: (schema, site) => isText(schema, site) && isProperty(schema, site),
    edit: set({ readOnly: true }),
  },
  {
    name: 'a value is only written',
    response: ['breaking', 4],
    where: (schema, site) => isText(schema, site) && isProperty(schema, site),
    edit: set({ writeOnly: true }),
  },
  {
    name: 'a known value of an open list is added',
    response: ['compatible', 3],
    where: (schema) => Array.isArray(schema['x-extensible-enum']),
    edit: (schema) => schema['x-extensible-enum'].push('planted'),
  },
  {
    name: 'another description',
    response: ['compatible', 4],
    where: isProperty,
    edit: set({ description: 'Planted.' }),
  },
]);

/** Removes the last value. Null is not a value here: a response without it surprises nobody. */
function removeValue(schema: EditableDocument): void {
  const last = schema.enum.findLastIndex((value: unknown) => value !== null);
  schema.enum.splice(last, 1);
}
