import type { EditableDocument } from '../compare-edited.js';
import { type PlantedChange, plant } from './planted-change.js';
import { isEnum, isObjectSchema, isText, plantInSchemas } from './schema-kinds.js';
import { listSchemas, v3 } from './sites.js';

type Edit = (schema: EditableDocument) => void;

/** Replaces the content of a schema, which stays the same object. */
function become(schema: EditableDocument, content: object): void {
  for (const key of Object.keys(schema)) delete schema[key];
  Object.assign(schema, content);
}

const wrapInAllOf: Edit = (schema) => become(schema, { allOf: [structuredClone(schema)] });

/** The same contract in other words: each must pass, and most need no word in the report. */
export const equals: readonly PlantedChange[] = [
  ...plantInSchemas([
    {
      name: '`oneOf` of T and null becomes T',
      direction: 'response',
      verdict: 'compatible',
      count: 5,
      where: ({ oneOf }) => oneOf?.length === 2 && oneOf[1].type === 'null',
      edit: (schema) => {
        const [first] = schema.oneOf;
        delete schema.oneOf;
        Object.assign(schema, first);
      },
    },
    {
      name: '`oneOf` of a text and null becomes a list of types',
      direction: 'response',
      verdict: 'equal',
      count: 5,
      where: ({ oneOf }) => oneOf?.length === 2 && oneOf[1].type === 'null' && oneOf[0].type === 'string',
      edit: (schema) => {
        const [first] = schema.oneOf;
        delete schema.oneOf;
        Object.assign(schema, first, { type: ['string', 'null'] });
        if (schema.enum) schema.enum = [...schema.enum, null];
      },
    },
    {
      name: '`const` becomes an enum of one value',
      direction: 'response',
      verdict: 'equal',
      count: 4,
      where: ({ const: value }) => value !== undefined,
      edit: (schema) => {
        schema.enum = [schema.const];
        delete schema.const;
      },
    },
    {
      name: 'an enum of one value becomes `const`',
      direction: 'request',
      verdict: 'equal',
      count: 4,
      where: isText,
      prepare: (schema) => {
        schema.enum = ['only'];
      },
      edit: (schema) => {
        schema.const = 'only';
        delete schema.enum;
      },
    },
    {
      name: '`oneOf` of disjoint branches becomes `anyOf`',
      direction: 'request',
      verdict: 'equal',
      count: 3,
      where: ({ oneOf }) => oneOf !== undefined,
      edit: (schema) => {
        schema.anyOf = schema.oneOf;
        delete schema.oneOf;
      },
    },
    {
      name: '`anyOf` of disjoint branches becomes `oneOf`',
      direction: 'request',
      verdict: 'equal',
      count: 3,
      where: ({ oneOf }) => oneOf !== undefined,
      prepare: (schema) => {
        schema.anyOf = schema.oneOf;
        delete schema.oneOf;
      },
      edit: (schema) => {
        schema.oneOf = schema.anyOf;
        delete schema.anyOf;
      },
    },
    {
      name: '`allOf` of one',
      direction: 'request',
      verdict: 'equal',
      count: 4,
      where: isObjectSchema,
      edit: wrapInAllOf,
    },
    {
      name: '`allOf` of one',
      direction: 'response',
      verdict: 'equal',
      count: 4,
      where: isObjectSchema,
      edit: wrapInAllOf,
    },
    {
      name: 'the properties in two parts of `allOf`',
      direction: 'response',
      verdict: 'equal',
      count: 4,
      where: (schema, site) => isObjectSchema(schema, site) && schema.additionalProperties === undefined,
      edit: (schema) => {
        const { properties, required, ...rest } = structuredClone(schema);
        become(schema, { ...rest, allOf: [{ type: 'object', properties }, { required }] });
      },
    },
    {
      name: 'the values of an enum in another order',
      direction: 'response',
      verdict: 'equal',
      count: 4,
      where: isEnum,
      edit: (schema) => schema.enum.reverse(),
    },
    {
      name: 'the required properties in another order',
      direction: 'response',
      verdict: 'equal',
      count: 4,
      where: ({ required }) => required?.length > 1,
      edit: (schema) => schema.required.reverse(),
    },
    {
      name: 'a shortest length of 0',
      direction: 'request',
      verdict: 'equal',
      count: 2,
      where: (schema, site) => isText(schema, site) && schema.minLength === undefined,
      edit: (schema) => {
        schema.minLength = 0;
      },
    },
  ]),
  ...plant({
    name: 'a reference is replaced by the schema',
    verdict: 'equal',
    count: 4,
    sites: listSchemas('response').filter(({ schema }) =>
      Object.values<EditableDocument>(schema.properties ?? {}).some(({ $ref }) => $ref !== undefined),
    ),
    edit: (document, { id }) => {
      const owner = id
        .replace(/^#\//, '')
        .split('/')
        .reduce((node, key) => node[key.replaceAll('~1', '/')], document);
      for (const [name, property] of Object.entries<EditableDocument>(owner.properties)) {
        if (property.$ref === undefined) continue;
        const component = property.$ref.split('/').at(-1);
        owner.properties[name] = structuredClone(v3.components.schemas[component]);
      }
    },
  }),
];
