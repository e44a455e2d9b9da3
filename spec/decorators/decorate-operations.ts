import { dirname, join, relative } from 'node:path';
import type { Context, JsonObject, Rule } from '../rules/redocly-plugin.js';

/** A node as parsed from its file. Redocly lints and bundles the decorated node. */
export type EditableNode = { [key: string]: unknown };

export interface OperationSite<Options = object> {
  /** The document that the operation belongs to. */
  readonly document: JsonObject;
  readonly path: string;
  readonly context: Context;
  readonly options: Options;
  /** Returns a reference to a file of the version, such as `components/headers/Link.yaml`. */
  refer(file: string): { readonly $ref: string };
}

export type Decorate<Options> = (operation: EditableNode, site: OperationSite<Options>) => void;

/** Creates a decorator of every operation that callers use. Webhooks, which the service calls itself, stay unchanged. */
export function decorateOperations<Options = object>(decorate: Decorate<Options>): Rule<Options> {
  return (options) => {
    let document: JsonObject = {};
    let folder = '';
    let path = '';
    // A document refers to the same few files thousands of times.
    const references = new Map<string, string>();
    const findReference = (from: string, file: string) => {
      const key = `${from}\n${file}`;
      const reference = references.get(key) ?? relative(from, join(folder, file));
      references.set(key, reference);
      return reference;
    };
    return {
      Root(root, { location }) {
        document = root;
        folder = dirname(location.source.absoluteRef);
      },
      Paths: {
        PathItem: {
          enter(_item, { key }) {
            path = String(key);
          },
          Operation: {
            leave(operation, context) {
              const from = dirname(context.location.source.absoluteRef);
              const refer = (file: string) => ({ $ref: findReference(from, file) });
              decorate(operation, { document, path, context, options, refer });
            },
          },
        },
      },
    };
  };
}

/** Adds a key to an operation before its parameters, body and responses, as an author would. */
export function insertKey(operation: EditableNode, key: string, value: unknown): void {
  const later = ['parameters', 'requestBody', 'responses'].filter(
    (name) => name in operation && name !== key,
  );
  const values = later.map((name) => operation[name]);
  operation[key] = value;
  for (const [index, name] of later.entries()) {
    delete operation[name];
    operation[name] = values[index];
  }
}
