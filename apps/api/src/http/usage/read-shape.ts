import type { Usage } from '@parley/core';
import { asArray, asObject } from '@parley/validation';
import type { OpenApiDocument } from '../contract/operation.js';
import { followReference } from './follow-reference.js';

/** The names that the contract has at one place of a request, and below it. */
export interface Shape {
  readonly fields: Map<string, NamedField>;
  /** The declared values of an enumeration. */
  readonly values: Map<unknown, Name>;
  /** The items of a list. */
  items?: Shape;
  /** The alternatives, by the value of the property that tells them apart. */
  branches?: { readonly tag: string; readonly byValue: ReadonlyMap<unknown, NamedField> };
  /** The shapes around this one that it repeats, because a schema contains itself. */
  repeats?: Shape[];
}

export interface NamedField {
  readonly name: Name;
  readonly shape: Shape;
}

/** A name of the contract, and the number of the last request in which it was found. */
export interface Name {
  readonly usage: Usage;
  foundIn: number;
}

export type CreateName = (kind: 'request_field' | 'enum_value', name: string) => Name;

/**
 * Reads the names in the schemas of a document. Alternatives have the same labels as in the comparison of contracts:
 * `body.steps[](send_message).text`. Alternatives that no constant tells apart share one shape. A schema that contains
 * itself has no end, so what is nested has the names of the outermost place. The keys of free objects, such as
 * `metadata`, are not names of the contract.
 */
export class ShapeReader {
  readonly #document: OpenApiDocument;
  readonly #createName: CreateName;

  constructor(document: OpenApiDocument, createName: CreateName) {
    this.#document = document;
    this.#createName = createName;
  }

  read(schema: unknown, path: string): Shape {
    const shape = emptyShape();
    this.#add(shape, schema, { path, above: new Map() });
    return shape;
  }

  #add(shape: Shape, schema: unknown, { path, above }: Place): void {
    const { $ref: reference, ...own } = asObject(schema);
    if (typeof reference === 'string') {
      const outer = above.get(reference);
      const inside = new Map([...above, [reference, shape]]);
      if (!outer) this.#add(shape, followReference(this.#document, reference), { path, above: inside });
      else if (outer !== shape) shape.repeats = [...(shape.repeats ?? []), outer];
    }
    for (const part of asArray(own.allOf)) this.#add(shape, part, { path, above });
    for (const [key, property] of Object.entries(asObject(own.properties))) {
      const place = { path: `${path}.${key}`, above };
      const field = shape.fields.get(key) ?? {
        name: this.#createName('request_field', place.path),
        shape: emptyShape(),
      };
      shape.fields.set(key, field);
      this.#add(field.shape, property, place);
    }
    if (own.items !== undefined) {
      shape.items ??= emptyShape();
      this.#add(shape.items, own.items, { path: `${path}[]`, above });
    }
    for (const value of declaredValues(own))
      shape.values.set(value, this.#createName('enum_value', `${path}=${value}`));
    this.#addAlternatives(shape, [...asArray(own.oneOf), ...asArray(own.anyOf)], { path, above });
  }

  #addAlternatives(shape: Shape, alternatives: readonly unknown[], { path, above }: Place): void {
    const objects = alternatives.flatMap((branch) => {
      const constants = this.#constantsOf(branch);
      return constants ? [{ branch, constants }] : [];
    });
    const others = alternatives.filter((branch) => !objects.some((object) => object.branch === branch));
    const names = [...(objects[0]?.constants.keys() ?? [])];
    const tag = names.find((name) => objects.every(({ constants }) => constants.has(name)));
    if (tag === undefined || objects.length < 2) {
      for (const branch of alternatives) this.#add(shape, branch, { path, above });
      return;
    }
    // Alternatives that are not objects, such as null, have names of their own.
    for (const branch of others) this.#add(shape, branch, { path, above });
    const byValue = objects.map(({ branch, constants }) => {
      const value = constants.get(tag);
      const place = { path: `${path}(${value})`, above };
      const inside = { name: this.#createName('request_field', place.path), shape: emptyShape() };
      this.#add(inside.shape, branch, place);
      return [value, inside] as const;
    });
    if (shape.branches) throw new Error(`${path} has two unions, of which only one can be counted.`);
    shape.branches = { tag, byValue: new Map(byValue) };
    if (shape.branches.byValue.size < objects.length)
      throw new Error(`${path} has two branches with one ${tag}.`);
  }

  /** Returns the required properties that allow one value; undefined for a schema that is not an object. */
  #constantsOf(schema: unknown): ReadonlyMap<string, unknown> | undefined {
    const { $ref: reference, ...own } = asObject(schema);
    const target = typeof reference === 'string' ? followReference(this.#document, reference) : own;
    const { properties, required } = asObject(target);
    if (properties === undefined) return undefined;
    const constants = Object.entries(asObject(properties)).filter(
      ([name, property]) => asArray(required).includes(name) && 'const' in asObject(property),
    );
    return new Map(constants.map(([name, property]) => [name, asObject(property).const]));
  }
}

interface Place {
  readonly path: string;
  /** The references that lead to this place, each with the shape of its schema. */
  readonly above: ReadonlyMap<string, Shape>;
}

function emptyShape(): Shape {
  return { fields: new Map(), values: new Map() };
}

function declaredValues(schema: Readonly<Record<string, unknown>>): readonly unknown[] {
  const constant = 'const' in schema ? [schema.const] : [];
  return [...asArray(schema.enum), ...asArray(schema['x-extensible-enum']), ...constant];
}
