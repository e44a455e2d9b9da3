import type { OpenApiDocument } from '../contract/operation.js';

/** Returns the component that a reference such as `#/components/schemas/Chat` names. */
export function followReference(document: OpenApiDocument, reference: string): unknown {
  const [, section = '', name = ''] = /^#\/components\/([^/]+)\/([^/]+)$/.exec(reference) ?? [];
  return document.components?.[section]?.[name];
}
