import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { objectOf } from '../rules/read-json.js';
import { listOperations } from '../scripts/list-operations.js';
import {
  type ContractDocument,
  childNode,
  type DocumentNode,
  listOperationNodes,
  mapNodes,
  rootNode,
} from '../scripts/read-document.js';
import { expandSchemas } from '../scripts/read-schema.js';
import { specFolder } from '../scripts/redocly.js';
import { versions } from '../scripts/versions.js';
import { sevenErrors } from './specification/errors.js';
import { describeFields, findSchemas, listUnmarked } from './specification/fields.js';
import { operations } from './specification/operations.js';
import { resources, shownValues } from './specification/resources.js';

const documents = { v3: readBundle('v3'), v2: readBundle('v2') };

/** The published specification, field by field: its fields can be extended, but never changed. */
describe.each(versions)('%s has', (version) => {
  const document = documents[version];

  it('every operation of the specification, and otherwise only extensions', () => {
    const specified = operations[version].map(({ call }) => call);
    const nodes = listOperationNodes(document, 'paths');
    const isExtension = nodes.map(({ value }) => value['x-extension'] === true);
    const own = listOperations(document).filter((_, index) => !isExtension[index]);
    expect(own.map(({ location }) => location).sort()).toEqual([...specified].sort());
  });

  it('its own base path', () => {
    expect(document.servers).toEqual([
      expect.objectContaining({ url: expect.stringMatching(`/${version}$`) }),
    ]);
  });

  it('bearer tokens, JWT', () => {
    const schemes = childNode(rootNode(document), 'components', 'securitySchemes').value;
    expect(schemes.bearerAuth).toMatchObject({ type: 'http', scheme: 'bearer', bearerFormat: 'JWT' });
    expect(Object.keys(schemes)).toEqual(['bearerAuth']);
  });

  it.each(Object.entries(resources[version]))('the fields of %s', (name, fields) => {
    const schema = childNode(rootNode(document), 'components', 'schemas', name);
    expect(describeFields(schema, fields)).toEqual(fields);
    expect(listUnmarked(schema, fields)).toEqual([]);
  });

  describe.each(operations[version])('$call:', ({ call, body, widened, data }) => {
    const operation = findOperation(document, call);
    const response = jsonSchema(childNode(operation, 'responses', '200'));

    it(body ? 'the fields of its body' : 'no body', () => {
      expect('requestBody' in operation.value).toBe(body !== undefined);
      const schema = jsonSchema(childNode(operation, 'requestBody'));
      expect(describeFields(schema, body ?? {})).toEqual({ ...body, ...widened });
      expect(listUnmarked(schema, body ?? {})).toEqual([]);
    });

    it('its response', () => {
      const place = call === 'GET /{channelId}/broadcasts' ? 'data.broadcasts' : 'data';
      const fields = {
        success: 'boolean!',
        ...(data === undefined ? {} : { data: `${place === 'data' ? typeOf(data) : 'object'}!` }),
        ...(call === 'POST /automations/search' ? { pagination: 'Pagination!', query: 'SearchEcho!' } : {}),
      };
      expect(describeFields(response, fields)).toEqual(fields);
      expect(listUnmarked(response, fields)).toEqual([]);
      const element = data?.endsWith('[]') ? `${place}[]` : place;
      const found = findSchemas(response, element).map(({ pointer }) => pointer);
      expect(found).toEqual(data ? [`#/components/schemas/${data.replace('[]', '')}`] : []);
    });

    it.each(sevenErrors)('%s %s', (status, messageKey) => {
      const body = jsonSchema(childNode(operation, 'responses', status));
      const keys = expandSchemas(findSchemas(body, 'error.messageKey'));
      expect(keys.flatMap(({ value }) => value.const ?? value.enum ?? [])).toContain(messageKey);
    });
  });

  it.each(sevenErrors)('the message of %s %s', (_, messageKey, message) => {
    const responses = mapNodes(childNode(rootNode(document), 'components', 'responses'));
    const shown = responses
      .flatMap(([, response]) => mapNodes(childNode(response, 'content', 'application/json', 'examples')))
      .map(([, { value }]) => objectOf(objectOf(value.value).error))
      .filter((error) => error.messageKey === messageKey);
    expect(shown).not.toEqual([]);
    for (const error of shown) expect(error.message).toMatch(message);
  });
});

describe('the values in the specification', () => {
  it.each(shownValues)('%s.%s can be %s', (resource, field, value) => {
    const schema = childNode(rootNode(documents.v3), 'components', 'schemas', resource);
    const values = expandSchemas(findSchemas(schema, field)).flatMap(
      ({ value: node }) => node.enum ?? node['x-extensible-enum'] ?? [],
    );
    expect(values).toContain(value);
  });

  it('the nine types of event of v2, each with its delivery', () => {
    const types = ['WHATSAPP', 'SMS', 'EMAIL', 'INSTAGRAM'].flatMap((channel) => [
      `${channel}_MESSAGE_RECEIVED`,
      `${channel}_MESSAGE_STATUS`,
    ]);
    const nine = [...types, 'INSTAGRAM_MESSAGE_ECHO'].sort();
    const creation = jsonSchema(childNode(findOperation(documents.v2, 'POST /api_webhooks'), 'requestBody'));
    const [type] = findSchemas(creation, 'type');
    expect([type?.value.enum].flat().sort()).toEqual(nine);
    expect(Object.keys(objectOf(documents.v2.webhooks)).sort()).toEqual(nine);
  });

  it.each(['messageKey', 'message'])('error.%s, always', (name) => {
    const error = childNode(rootNode(documents.v3), 'components', 'schemas', 'Error');
    expect(describeFields(error, { [name]: 'string!' })).toEqual({ [name]: 'string!' });
  });

  it('error.invalidParams, a map to key and message, with `invalid_string` among the keys', () => {
    const error = childNode(rootNode(documents.v3), 'components', 'schemas', 'Error');
    const [map] = findSchemas(error, 'invalidParams');
    const param = childNode(map ?? error, 'additionalProperties');
    const fields = { key: 'string!', message: 'string!' };
    expect(describeFields(param, fields)).toEqual(fields);
    expect(childNode(param, 'properties', 'key').value.enum).toContain('invalid_string');
  });
});

describe('the limits of the specification', () => {
  const broadcast = jsonSchema(
    childNode(findOperation(documents.v2, 'POST /{channelId}/broadcasts'), 'requestBody'),
  );

  it('at most 5000 contacts per broadcast', () => {
    expect(findSchemas(broadcast, 'contacts')[0]?.value.maxItems).toBe(5000);
  });

  it('page 0 and limit 10 by default in a search', () => {
    const search = jsonSchema(
      childNode(findOperation(documents.v3, 'POST /automations/search'), 'requestBody'),
    );
    expect(findSchemas(search, 'pagination.page')[0]?.value.default).toBe(0);
    expect(findSchemas(search, 'pagination.limit')[0]?.value.default).toBe(10);
  });

  it('the form of external ids, for attributes and for the contacts of a broadcast', () => {
    const attribute = jsonSchema(childNode(findOperation(documents.v2, 'POST /attributes'), 'requestBody'));
    const places = [
      findSchemas(attribute, 'externalId'),
      findSchemas(broadcast, 'contacts[].attributes[].externalId'),
    ];
    const externalId = '^[A-Za-z][A-Za-z0-9_]*$';
    expect(places.flat().map(({ value }) => value.pattern)).toEqual([externalId, externalId]);
  });

  it('the end of v2 on 1 November 2026', () => {
    expect(documents.v2.info['x-sunset-at']).toBe('2026-11-01T23:59:59Z');
  });
});

function readBundle(version: string): ContractDocument {
  return JSON.parse(readFileSync(join(specFolder, `dist/${version}.json`), 'utf8'));
}

function findOperation(document: ContractDocument, call: string): DocumentNode {
  const [method = '', path = ''] = call.split(' ');
  return childNode(rootNode(document), 'paths', path, method.toLowerCase());
}

function jsonSchema(holder: DocumentNode): DocumentNode {
  return childNode(holder, 'content', 'application/json', 'schema');
}

function typeOf(data: string): string {
  return data.endsWith('[]') ? 'array' : data;
}
