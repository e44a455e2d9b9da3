import type { EditableDocument } from '../compare-edited.js';
import { type PlantedChange, plant, set } from './planted-change.js';
import { isEnum, isObjectSchema, isText, plantInSchemas } from './schema-kinds.js';
import { at, listSchemas, v3 } from './sites.js';

/** Replaces the content of a schema, which stays the same object. */
function become(schema: EditableDocument, content: object): void {
  for (const key of Object.keys(schema)) delete schema[key];
  Object.assign(schema, content);
}

/** The same contract in other words: each must pass, and most need no word in the report. */
export const equals: readonly PlantedChange[] = [
  ...plantInSchemas([
    {
      name: '`oneOf` of T and null becomes T',
      response: ['compatible', 5],
      where: ({ oneOf }) => oneOf?.length === 2 && oneOf[1].type === 'null',
      edit: (schema) => {
        const [first] = schema.oneOf;
        delete schema.oneOf;
        Object.assign(schema, first);
      },
    },
    {
      name: '`oneOf` of a text and null becomes a list of types',
      response: ['equal', 5],
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
      response: ['equal', 4],
      where: ({ const: value }) => value !== undefined,
      edit: (schema) => {
        schema.enum = [schema.const];
        delete schema.const;
      },
    },
    {
      name: 'an enum of one value becomes `const`',
      request: ['equal', 4],
      where: isText,
      prepare: set({ enum: ['only'] }),
      edit: (schema) => {
        schema.const = 'only';
        delete schema.enum;
      },
    },
    {
      name: '`oneOf` of disjoint branches becomes `anyOf`',
      request: ['equal', 3],
      where: ({ oneOf }) => oneOf !== undefined,
      edit: (schema) => {
        schema.anyOf = schema.oneOf;
        delete schema.oneOf;
      },
    },
    {
      name: '`anyOf` of disjoint branches becomes `oneOf`',
      request: ['equal', 3],
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
      request: ['equal', 4],
      response: ['equal', 4],
      where: isObjectSchema,
      edit: (schema) => become(schema, { allOf: [structuredClone(schema)] }),
    },
    {
      name: 'the properties in two parts of `allOf`',
      response: ['equal', 4],
      where: (schema, site) => isObjectSchema(schema, site) && schema.additionalProperties === undefined,
      edit: (schema) => {
        const { properties, required, ...rest } = structuredClone(schema);
        become(schema, { ...rest, allOf: [{ type: 'object', properties }, { required }] });
      },
    },
    {
      name: 'the values of an enum in another order',
      response: ['equal', 4],
      where: isEnum,
      edit: (schema) => schema.enum.reverse(),
    },
    {
      name: 'the required properties in another order',
      response: ['equal', 4],
      where: ({ required }) => required?.length > 1,
      edit: (schema) => schema.required.reverse(),
    },
    {
      name: 'a shortest length of 0',
      request: ['equal', 2],
      where: (schema, site) => isText(schema, site) && schema.minLength === undefined,
      edit: set({ minLength: 0 }),
    },
  ]),
  ...plant({
    name: 'a reference is replaced by the schema',
    judged: ['equal', 4],
    sites: listSchemas('response').filter(({ schema }) =>
      Object.values<EditableDocument>(schema.properties ?? {}).some(({ $ref }) => $ref !== undefined),
    ),
    edit: (document, { id }) => {
      const { properties } = at(document, id);
      for (const [name, { $ref }] of Object.entries<EditableDocument>(properties))
        if ($ref !== undefined) properties[name] = structuredClone(at(v3, $ref));
    },
  }),
];
