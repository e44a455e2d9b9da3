import { describe, expect, it } from '@jest/globals';
import { compileSchema, convertSchema, createDocument } from '@parley/validation';
import { contractVersions, listEntries } from '../generator/list-entries.js';
import { isObject, readObject } from '../generator/read-node.js';
import { renderPostman } from '../generator/requests/render-postman.js';

const { v3 } = contractVersions;
// JSON, as a program reads it from the file.
const collection: Collection = JSON.parse(JSON.stringify(renderPostman(v3)));
const requests = collection.item.flatMap((folder) => folder.item);
const entries = listEntries(v3);

interface Collection {
  readonly variable: ReadonlyArray<{ readonly key: string; readonly value: string }>;
  readonly item: ReadonlyArray<{ readonly name: string; readonly item: readonly Item[] }>;
}

interface Item {
  readonly name: string;
  readonly request: {
    readonly method: string;
    readonly description: string;
    readonly header: readonly Row[];
    readonly url: {
      readonly raw: string;
      readonly path: readonly string[];
      readonly variable: readonly Row[];
      readonly query: readonly Row[];
    };
    readonly body?: { readonly mode: string; readonly raw?: string; readonly formdata?: readonly Row[] };
  };
}

interface Row {
  readonly key: string;
  readonly value?: string;
  readonly disabled?: boolean;
}

const pathOf = ({ request }: Item) => `/${request.url.path.join('/').replaceAll(/:(\w+)/g, '{$1}')}`;
const lineOf = (item: Item) => `${item.request.method} ${pathOf(item)}`;

function find(line: string): Item {
  const item = requests.find((one) => lineOf(one) === line);
  if (!item) throw new Error(`The collection has no ${line}.`);
  return item;
}

describe('the Postman collection', () => {
  it('has a request for every operation of v3 and no others, in the folder of its tag', () => {
    const lines = collection.item.flatMap(({ name, item }) => item.map((one) => `${name}: ${lineOf(one)}`));
    expect(lines).toEqual(entries.map(({ tag, method, path }) => `${tag}: ${method.toUpperCase()} ${path}`));
  });

  it('has variables for the address and the token, and sends the token in no other way', () => {
    expect(collection.variable.map(({ key }) => key)).toEqual(['baseUrl', 'token']);
    expect(JSON.stringify(collection).split('{{token}}')).toHaveLength(2);
    for (const { request } of requests) expect(request.url.raw).toMatch(/^\{\{baseUrl\}\}\//);
  });

  describe.each(entries.map((entry) => [entry.operationId, entry] as const))('%s', (_, entry) => {
    const item = find(`${entry.method.toUpperCase()} ${entry.path}`);
    const operation = v3.document.paths[entry.path]?.[entry.method];
    const declared = [
      ...(v3.document.paths[entry.path]?.parameters ?? []),
      ...(operation?.parameters ?? []),
    ].map((parameter) => readObject(v3.document, parameter));
    const sent = (place: string): readonly Row[] =>
      ({ path: item.request.url.variable, query: item.request.url.query })[place] ?? item.request.header;

    it('has every parameter, with a valid value, and sends the required ones', () => {
      for (const { name, in: place, required, schema } of declared) {
        const rows = sent(String(place)).filter(({ key }) => key === name);
        expect(rows).not.toEqual([]);
        const validate = validatorOf(schema);
        const values = rows.map(({ value }) => value);
        expect(validate(isObject(schema) && schema.type === 'array' ? values : values[0])).toEqual([]);
        if (place !== 'path') for (const row of rows) expect(row.disabled).toBe(required !== true);
      }
      const known = new Set<unknown>(['Content-Type', ...declared.map(({ name }) => name)]);
      const rows = [...sent('header'), ...sent('path'), ...sent('query')];
      expect(rows.filter(({ key }) => !known.has(key))).toEqual([]);
    });

    it('has a valid body exactly if the operation has one', () => {
      const { content } = readObject(v3.document, operation?.requestBody);
      const { body } = item.request;
      expect(body === undefined).toBe(content === undefined);
      if (!body) return;
      const media = readObject(v3.document, content);
      const form = Object.fromEntries((body.formdata ?? []).map(({ key, value }) => [key, value ?? 'bytes']));
      const [schema] = Object.values(media).map((one) => readObject(v3.document, one).schema);
      expect(validatorOf(schema)(body.mode === 'raw' ? JSON.parse(body.raw ?? '') : form)).toEqual([]);
    });
  });
});

const document = createDocument(JSON.parse(JSON.stringify(v3.document)));

function validatorOf(schema: unknown): (value: unknown) => unknown {
  const validator = compileSchema(convertSchema(document, schema, { direction: 'request', closed: true }));
  return (value) => validator.findErrors(value);
}
