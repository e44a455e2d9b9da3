import openapiTypescript, { astToString, type OpenAPI3, type SchemaObject } from 'openapi-typescript';
import ts from 'typescript';
import type { OpenApiDocument } from '../src/open-api-document.js';
import { dropImpossibleErrors } from './drop-impossible-errors.js';
import { nameSchemas } from './name-schemas.js';

/** Renders the types of a document. The generator is no longer maintained upstream, so it is used only here. */
export async function renderTypes(document: OpenApiDocument, version: string): Promise<string> {
  // The generator changes the document, so it gets a copy. Its type for documents lists every keyword of OpenAPI, so a
  // plain document needs a type assertion.
  const copy = structuredClone<unknown>(dropImpossibleErrors(document)) as OpenAPI3;
  const nodes = await openapiTypescript(copy, {
    alphabetize: false,
    enum: false,
    immutable: false,
    // A request field with a default is optional. Responses always have it, and list it in `required`.
    defaultNonNullable: false,
    transform: (schema) => renderBytes(schema) ?? renderExtensibleEnum(schema),
  });
  return `// Generated from spec/${version} by generate.ts; do not edit.

${astToString(nameSchemas(nodes))}`;
}

/** OpenAPI 3.1 describes raw bytes only as a string of some media type. */
function renderBytes(schema: SchemaObject): ts.TypeNode | undefined {
  return 'contentMediaType' in schema ? ts.factory.createTypeReferenceNode('Blob') : undefined;
}

/** Renders the known values, for completion and narrowing, and any other text: `'a' | 'b' | (string & {})`. */
function renderExtensibleEnum(schema: SchemaObject): ts.TypeNode | undefined {
  const known: unknown = 'x-extensible-enum' in schema ? schema['x-extensible-enum'] : undefined;
  if (!Array.isArray(known)) return undefined;
  const { factory } = ts;
  const anyText = factory.createIntersectionTypeNode([
    factory.createKeywordTypeNode(ts.SyntaxKind.StringKeyword),
    factory.createTypeLiteralNode([]),
  ]);
  return factory.createUnionTypeNode([
    ...known.map((value) => factory.createLiteralTypeNode(factory.createStringLiteral(String(value)))),
    factory.createParenthesizedType(anyText),
  ]);
}
