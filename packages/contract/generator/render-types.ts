import {
  astToString,
  type GlobalContext,
  type OpenAPI3,
  resolveRef,
  type SchemaObject,
  scanDiscriminators,
  transformSchema,
} from 'openapi-typescript';
import ts from 'typescript';
import type { OpenApiDocument } from '../src/open-api-document.js';
import { dropImpossibleErrors } from './drop-impossible-errors.js';
import { nameSchemas } from './name-schemas.js';

/** Renders the types of a document. The generator is no longer maintained upstream, so it is used only here. */
export function renderTypes(document: OpenApiDocument, version: string): string {
  // The generator changes the document, so it gets a copy. Its type for documents lists every keyword of OpenAPI, so a
  // plain document needs a type assertion.
  const copy = structuredClone<unknown>(dropImpossibleErrors(document)) as OpenAPI3;
  return `// Generated from spec/${version} by generate.ts; do not edit.

${astToString(nameSchemas(transformSchema(copy, createContext(copy))))}`;
}

/** The generator's own entry would lint and bundle the document once more. */
function createContext(document: OpenAPI3): GlobalContext {
  const options = {
    additionalProperties: false,
    alphabetize: false,
    arrayLength: false,
    conditionalEnums: false,
    dedupeEnums: false,
    // A request field with a default is optional. Responses always have it, and list it in `required`.
    defaultNonNullable: false,
    emptyObjectsUnknown: false,
    enum: false,
    enumValues: false,
    excludeDeprecated: false,
    exportType: false,
    generatePathParams: false,
    immutable: false,
    makePathsEnum: false,
    pathParamsAsTypes: false,
    propertiesRequiredByDefault: false,
    readWriteMarkers: false,
    rootTypes: false,
    rootTypesKeepCasing: false,
    rootTypesNoSchemaPrefix: false,
    silent: false,
  };
  return {
    ...options,
    discriminators: scanDiscriminators(document, options),
    injectFooter: [],
    postTransform: undefined,
    // Only that entry reads the configuration, which is a class of Redocly.
    redoc: {} as GlobalContext['redoc'],
    resolve: ($ref) => resolveRef(document, $ref, options),
    transform: (schema) => renderBytes(schema) ?? renderExtensibleEnum(schema),
    transformProperty: undefined,
  };
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
