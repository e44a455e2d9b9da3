import { isObject } from '@parley/validation/json';
import type { OpenApiDocument } from '../src/http/contract/operation.js';
import { selectByDiscriminator } from './select-by-discriminator.js';

/** Reduces the document to what requests need, since the validator's set-up time grows with the document. */
export function pickRequests(document: OpenApiDocument) {
  const paths = Object.fromEntries(
    Object.entries(document.paths).map(([path, item]) => [path, withoutResponses(item)]),
  );
  const components: Record<string, Record<string, unknown>> = {};
  pickComponents(document, paths, components);
  const picked = { openapi: document.openapi, info: { title: 'Requests', version: '1' }, paths, components };
  return selectByDiscriminator(picked, (reference) => findComponent(document, reference));
}

function findComponent(document: OpenApiDocument, reference: string): unknown {
  const [, section = '', name = ''] = componentRef.exec(reference) ?? [];
  return document.components?.[section]?.[name];
}

/**
 * Drops the parts of an operation that are not needed: responses are not validated here, permissions are checked
 * earlier, and descriptions are not read.
 */
function withoutResponses(item: object): object {
  return Object.fromEntries(
    Object.entries(item).map(([key, value]) => [
      key,
      isObject(value) && 'responses' in value
        ? {
            ...value,
            ...(isObject(value.requestBody) && { requestBody: asJson(value.requestBody) }),
            security: [],
            responses: { 200: { description: 'OK' } },
          }
        : value,
    ]),
  );
}

/**
 * Returns a request body with its form as JSON. A form is validated after it has been read, as an object with its
 * parts.
 */
function asJson(body: Record<string, unknown>): object {
  const [media] = Object.values(body.content ?? {});
  return { ...body, content: { 'application/json': media } };
}

/** Copies every component that `value` refers to, and those that they refer to. */
function pickComponents(
  document: OpenApiDocument,
  value: unknown,
  picked: Record<string, Record<string, unknown>>,
): void {
  if (typeof value !== 'object' || value === null) return;
  for (const item of Object.values(value)) pickComponents(document, item, picked);
  if (!isObject(value)) return;
  const [, section, name] = typeof value.$ref === 'string' ? (componentRef.exec(value.$ref) ?? []) : [];
  if (!section || !name || picked[section]?.[name]) return;
  const component = document.components?.[section]?.[name];
  picked[section] = { ...picked[section], [name]: component };
  pickComponents(document, component, picked);
}

const componentRef = /^#\/components\/([^/]+)\/([^/]+)$/;
