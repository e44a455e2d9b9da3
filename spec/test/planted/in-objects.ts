import type { PlantedChange } from './planted-change.js';
import { isObjectSchema, plantInProperties, plantInSchemas } from './schema-kinds.js';

/** What an object may lose or gain, by the direction in which it travels. */
export const inObjects: readonly PlantedChange[] = [
  ...plantInProperties([
    {
      name: 'a property is removed',
      direction: 'response',
      verdict: 'breaking',
      count: 8,
      edit: (owner, property) => {
        delete owner.properties[property];
        owner.required = (owner.required ?? []).filter((name: string) => name !== property);
      },
    },
    {
      name: 'a property is removed',
      direction: 'request',
      verdict: 'breaking',
      count: 8,
      edit: (owner, property) => {
        delete owner.properties[property];
        owner.required = (owner.required ?? []).filter((name: string) => name !== property);
      },
    },
    {
      name: 'a property may be missing',
      direction: 'response',
      verdict: 'breaking',
      count: 8,
      isRequired: true,
      edit: (owner, property) => owner.required.splice(owner.required.indexOf(property), 1),
    },
    {
      name: 'a property becomes required',
      direction: 'request',
      verdict: 'breaking',
      count: 8,
      isRequired: false,
      edit: (owner, property) => {
        owner.required = [...(owner.required ?? []), property];
      },
    },
    {
      name: 'a property is no longer required',
      direction: 'request',
      verdict: 'compatible',
      count: 4,
      isRequired: true,
      edit: (owner, property) => owner.required.splice(owner.required.indexOf(property), 1),
    },
  ]),
  ...plantInSchemas([
    {
      name: 'an object is closed',
      direction: 'request',
      verdict: 'breaking',
      count: 3,
      where: isObjectSchema,
      prepare: (schema) => delete schema.additionalProperties,
      edit: (schema) => {
        schema.additionalProperties = false;
      },
    },
    {
      name: 'an object is opened',
      direction: 'request',
      verdict: 'compatible',
      count: 4,
      where: ({ additionalProperties }) => additionalProperties === false,
      edit: (schema) => delete schema.additionalProperties,
    },
    {
      name: 'the values of a pattern change',
      direction: 'response',
      verdict: 'breaking',
      count: 3,
      where: isObjectSchema,
      prepare: (schema) => {
        schema.patternProperties = { '^planted': { type: 'string' } };
      },
      edit: (schema) => {
        schema.patternProperties['^planted'].type = 'integer';
      },
    },
    {
      name: 'the values of a pattern are removed',
      direction: 'request',
      verdict: 'breaking',
      count: 3,
      where: isObjectSchema,
      prepare: (schema) => {
        schema.patternProperties = { '^planted': { type: 'string' } };
      },
      edit: (schema) => delete schema.patternProperties,
    },
    {
      name: 'a keyword that the gate does not know',
      direction: 'request',
      verdict: 'breaking',
      count: 2,
      where: isObjectSchema,
      edit: (schema) => {
        schema.not = { required: ['planted'] };
      },
    },
    {
      name: 'an optional property is added',
      direction: 'request',
      verdict: 'compatible',
      count: 4,
      where: isObjectSchema,
      edit: (schema) => {
        schema.properties.planted = { type: 'string' };
      },
    },
    {
      name: 'a required property is added',
      direction: 'request',
      verdict: 'breaking',
      count: 4,
      where: isObjectSchema,
      edit: (schema) => {
        schema.properties.planted = { type: 'string' };
        schema.required = [...(schema.required ?? []), 'planted'];
      },
    },
    {
      name: 'a property is added',
      direction: 'response',
      verdict: 'compatible',
      count: 5,
      where: isObjectSchema,
      edit: (schema) => {
        schema.properties.planted = { type: 'string' };
        schema.required = [...(schema.required ?? []), 'planted'];
      },
    },
  ]),
];
