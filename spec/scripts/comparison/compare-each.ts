import { isObject, objectOf } from '../../rules/read-json.js';
import type { JsonObject } from '../../rules/redocly-plugin.js';
import { type ContractDocument, childPointer } from '../read-document.js';
import { createSchemaComparison } from './compare-schemas.js';
import type { IsUnchanged } from './is-unchanged.js';
import type { Located, Pair, Subject } from './located.js';

export interface Operation {
  readonly value: JsonObject;
  readonly pointer: string;
  readonly path: string;
  readonly method: string;
  readonly item: { readonly value: JsonObject; readonly pointer: string };
}

export const methods = ['get', 'put', 'post', 'delete', 'patch', 'head', 'options', 'trace'];

/** The operations below `paths` or `webhooks`, by method and by path; the names of path parameters do not count. */
function readOperations(document: ContractDocument, area: 'paths' | 'webhooks'): Map<string, Operation> {
  const operations = Object.entries(objectOf(document[area])).flatMap(([path, value]) => {
    const item = { value: objectOf(value), pointer: childPointer('#', area, path) };
    return methods
      .filter((method) => isObject(item.value[method]))
      .map((method): [string, Operation] => {
        const operation = objectOf(item.value[method]);
        const pointer = childPointer(item.pointer, method);
        return [
          `${method} ${area === 'paths' ? shapeOf(path) : path}`,
          { value: operation, pointer, path, method, item },
        ];
      });
  });
  return new Map(operations);
}

/** A path without the names of its parameters. */
export function shapeOf(path: string): string {
  return path.replaceAll(/\{[^}]*\}/g, '{}');
}

export interface Kind {
  readonly area: 'paths' | 'webhooks';
  /** The word for it in rules and sentences. */
  readonly noun: 'operation' | 'event';
  /** Returns the location in the report, and the name that partners use. */
  readonly nameOf: (operation: Operation) => Pick<Subject, 'location' | 'user'>;
  /** Compares two that both documents have. */
  readonly compare: (subject: Subject, before: Operation, after: Operation) => Located[];
}

/** Compares the operations or the events of two documents: those that were added or removed, and the rest one by one. */
export function compareEach(
  base: ContractDocument,
  head: ContractDocument,
  isUnchanged: IsUnchanged,
  { area, noun, nameOf, compare }: Kind,
): Located[] {
  const [was, is] = [readOperations(base, area), readOperations(head, area)];
  const comparisons = {
    request: createSchemaComparison('request', isUnchanged),
    response: createSchemaComparison('response', isUnchanged),
  };
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((key): Located[] => {
    const [before, after] = [was.get(key), is.get(key)];
    const known = before ?? after;
    if (known === undefined) return [];
    const named = nameOf(known);
    const report = (severity: Located['severity'], verb: string): Located[] => [
      {
        rule: `${noun}-${verb}`,
        severity,
        sentence: `${noun === 'event' ? 'Event' : 'Operation'} \`${named.user}\` was ${verb}.`,
        ...named,
      },
    ];
    if (!before) return report('addition', 'added');
    if (!after) return report('breaking', 'removed');
    return compare({ base, head, comparisons, ...named }, before, after);
  });
}

/** Returns two operations as a pair of values, whose parts are compared. */
export function pairOf(before: Operation, after: Operation): Pair {
  return {
    before: before.value,
    after: after.value,
    beforePointer: before.pointer,
    afterPointer: after.pointer,
  };
}
