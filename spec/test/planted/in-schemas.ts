import type { PlantedChange } from './planted-change.js';
import {
  isEnum,
  isObjectSchema,
  isProperty,
  isText,
  plantInProperties,
  plantInSchemas,
} from './schema-kinds.js';

const isString = isText;

/** What a schema may lose or gain, by the direction in which its values travel. */
export const inSchemas: readonly PlantedChange[] = [
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
      name: 'a value may be null',
      direction: 'response',
      verdict: 'breaking',
      count: 5,
      where: isString,
      edit: (schema) => {
        schema.type = ['string', 'null'];
      },
    },
    {
      name: 'a value may be null',
      direction: 'request',
      verdict: 'compatible',
      count: 4,
      where: isString,
      edit: (schema) => {
        schema.type = ['string', 'null'];
      },
    },
    {
      name: 'another type',
      direction: 'response',
      verdict: 'breaking',
      count: 5,
      where: isString,
      edit: (schema) => {
        schema.type = 'integer';
      },
    },
    {
      name: 'another type',
      direction: 'request',
      verdict: 'breaking',
      count: 5,
      where: isString,
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
      edit: (schema) => schema.enum.pop(),
    },
    {
      name: 'a value of an enum is removed',
      direction: 'request',
      verdict: 'breaking',
      count: 5,
      where: isEnum,
      edit: (schema) => schema.enum.pop(),
    },
    {
      name: 'a text becomes an enum',
      direction: 'request',
      verdict: 'breaking',
      count: 4,
      where: isString,
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
      where: (schema, site) =>
        isText(schema, site) && isProperty(schema, site) && schema.default === undefined,
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
  ]),
];
