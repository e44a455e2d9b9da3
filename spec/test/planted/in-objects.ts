import type { EditableDocument } from '../compare-edited.js';
import { type PlantedChange, set } from './planted-change.js';
import { isObjectSchema, plantInProperties, plantInSchemas } from './schema-kinds.js';

/** What an object may lose or gain, by the direction in which it travels. */
export const inObjects: readonly PlantedChange[] = [
  ...plantInProperties([
    {
      name: 'a property is removed',
      response: ['breaking', 8],
      request: ['breaking', 8],
      edit: (owner, property) => {
        delete owner.properties[property];
        owner.required = (owner.required ?? []).filter((name: string) => name !== property);
      },
    },
    {
      name: 'a property may be missing',
      response: ['breaking', 8],
      isRequired: true,
      edit: (owner, property) => owner.required.splice(owner.required.indexOf(property), 1),
    },
    {
      name: 'a property becomes required',
      request: ['breaking', 8],
      isRequired: false,
      edit: (owner, property) => {
        owner.required = [...(owner.required ?? []), property];
      },
    },
    {
      name: 'a property is no longer required',
      request: ['compatible', 4],
      isRequired: true,
      edit: (owner, property) => owner.required.splice(owner.required.indexOf(property), 1),
    },
  ]),
  ...plantInSchemas([
    {
      name: 'an object is closed',
      request: ['breaking', 3],
      where: isObjectSchema,
      prepare: (schema) => delete schema.additionalProperties,
      edit: set({ additionalProperties: false }),
    },
    {
      name: 'an object is opened',
      request: ['compatible', 4],
      where: ({ additionalProperties }) => additionalProperties === false,
      edit: (schema) => delete schema.additionalProperties,
    },
    {
      name: 'the values of a pattern change',
      response: ['breaking', 3],
      where: isObjectSchema,
      prepare: set({ patternProperties: { '^planted': { type: 'string' } } }),
      edit: set({ patternProperties: { '^planted': { type: 'integer' } } }),
    },
    {
      name: 'the values of a pattern are removed',
      request: ['breaking', 3],
      where: isObjectSchema,
      prepare: set({ patternProperties: { '^planted': { type: 'string' } } }),
      edit: (schema) => delete schema.patternProperties,
    },
    {
      name: 'a keyword that the gate does not know',
      request: ['breaking', 2],
      where: isObjectSchema,
      edit: set({ not: { required: ['planted'] } }),
    },
    {
      name: 'an optional property is added',
      request: ['compatible', 4],
      where: isObjectSchema,
      edit: (schema) => {
        schema.properties.planted = { type: 'string' };
      },
    },
    {
      name: 'a required property is added',
      request: ['breaking', 4],
      where: isObjectSchema,
      edit: addRequired,
    },
    {
      name: 'a property is added',
      response: ['compatible', 5],
      where: isObjectSchema,
      edit: addRequired,
    },
  ]),
];

function addRequired(schema: EditableDocument): void {
  schema.properties.planted = { type: 'string' };
  schema.required = [...(schema.required ?? []), 'planted'];
}
