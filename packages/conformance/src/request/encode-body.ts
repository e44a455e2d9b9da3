import { asObject, isObject, own } from '@parley/validation';
import { concreteType, formOf } from '../document/media-types.js';
import type { BodyMedia } from '../document/operation.js';
import { type FormPart, writeMultipart } from './multipart.js';
import type { BodyCase } from './request-case.js';
import { asText, deepPairs, type Pair } from './serialize-parameter.js';

export interface EncodedBody {
  readonly contentType: string;
  readonly bytes: Buffer;
  /** The parts of a form, which are easier to read than its bytes. */
  readonly parts?: readonly FormPart[];
}

/** Encodes a body as bytes; `undefined` when its media type is not supported. */
export function encodeBody({ media, value }: BodyCase): EncodedBody | undefined {
  const form = formOf(media.type);
  const contentType = concreteType(media.type);
  switch (form) {
    case 'json':
      return { contentType, bytes: Buffer.from(JSON.stringify(value) ?? 'null') };
    case 'form':
      return {
        contentType,
        bytes: Buffer.from(
          listPairs(media, value)
            .map((pair) => pair.join('='))
            .join('&'),
        ),
      };
    case 'multipart': {
      const parts = listParts(media, value);
      return { ...writeMultipart(parts), parts };
    }
    case 'text':
      return { contentType, bytes: Buffer.from(asText(value)) };
    case 'bytes':
      return { contentType, bytes: Buffer.from(asText(value), 'latin1') };
    default:
      return typeof value === 'string' ? { contentType, bytes: Buffer.from(value) } : undefined;
  }
}

function listPairs({ encoding }: BodyMedia, value: unknown): Pair[] {
  return Object.entries(asObject(value)).flatMap(([name, part]) => {
    const key = encodeURIComponent(name);
    if (asObject(own(encoding, name)).style === 'deepObject') return deepPairs(key, part);
    const values = Array.isArray(part) ? part : [part];
    return values.map((item): Pair => [key, encodeURIComponent(asText(item))]);
  });
}

function listParts(media: BodyMedia, value: unknown): FormPart[] {
  return Object.entries(asObject(value)).flatMap(([name, part]) => {
    const values = Array.isArray(part) ? part : [part];
    return values.map((item) => toPart(media, name, item));
  });
}

function toPart({ schema, encoding }: BodyMedia, name: string, value: unknown): FormPart {
  const { contentType } = asObject(own(encoding, name));
  const type = typeof contentType === 'string' ? (contentType.split(',')[0] ?? '').trim() : undefined;
  const file = fileType(schema, name);
  if (file !== undefined) {
    return {
      name,
      fileName: 'conformance.bin',
      contentType: type ?? file,
      bytes: Buffer.from(asText(value), 'latin1'),
    };
  }
  const isStructured = typeof value === 'object' && value !== null;
  const written = type ?? (isStructured ? 'application/json' : undefined);
  return { name, bytes: Buffer.from(asText(value)), ...(written !== undefined && { contentType: written }) };
}

/** Returns the media type of a property that is a file; `undefined` for one that is plain text. */
function fileType(schema: unknown, name: string): string | undefined {
  const definitions = asObject(asObject(schema).$defs);
  let property: unknown = findProperty(schema, name, definitions);
  if (isObject(property) && Array.isArray(property.items)) property = property.items[0];
  if (isObject(property) && isObject(property.items)) property = property.items;
  const { format, contentMediaType, contentEncoding } = asObject(dereference(property, definitions));
  if (format === 'binary')
    return typeof contentMediaType === 'string' ? contentMediaType : 'application/octet-stream';
  return typeof contentMediaType === 'string' && contentEncoding === undefined ? contentMediaType : undefined;
}

function findProperty(schema: unknown, name: string, definitions: Record<string, unknown>): unknown {
  const { properties, allOf } = asObject(dereference(schema, definitions));
  const found = own(asObject(properties), name);
  if (found !== undefined) return dereference(found, definitions);
  const parts = Array.isArray(allOf) ? allOf : [];
  return parts.map((part) => findProperty(part, name, definitions)).find((inner) => inner !== undefined);
}

function dereference(schema: unknown, definitions: Record<string, unknown>): unknown {
  const { $ref } = asObject(schema);
  return typeof $ref === 'string' ? definitions[$ref.slice('#/$defs/'.length)] : schema;
}
