import openapiTypescript, { astToString, type OpenAPI3 } from 'openapi-typescript';
import type { OpenApiDocument } from '../src/open-api-document.js';

/** The types of a document. The generator is no longer maintained upstream, so it is used in this one place. */
export async function renderTypes(document: OpenApiDocument, version: string): Promise<string> {
  // The generator takes the document over and changes it.
  const copy: unknown = structuredClone(document);
  const nodes = await openapiTypescript(copy as OpenAPI3, {
    alphabetize: false,
    enum: false,
    immutable: false,
    // A request field with a default may be left out; only answers always have it, and those say so by `required`.
    defaultNonNullable: false,
  });
  return `// Made from spec/${version} by generate.ts; do not edit.\n\n${astToString(nodes)}`;
}
