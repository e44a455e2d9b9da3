import { isObject, objectOf } from '../../rules/read-json.js';
import type { JsonObject } from '../../rules/redocly-plugin.js';
import { type ContractDocument, childPointer } from '../read-document.js';
import { compareParameters } from './compare-parameters.js';
import { compareRequestBody } from './compare-request-body.js';
import { compareResponses } from './compare-responses.js';
import { createSchemaComparison } from './compare-schemas.js';
import { compareSecurity } from './compare-security.js';
import { compareOwnServers } from './compare-servers.js';
import { isSameContent } from './compare-unjudged.js';
import type { IsUnchanged } from './is-unchanged.js';
import { type Located, pairAt, type Subject } from './located.js';

export interface Operation {
  readonly value: JsonObject;
  readonly pointer: string;
  readonly path: string;
  readonly method: string;
  readonly item: { readonly value: JsonObject; readonly pointer: string };
}

const methods = ['get', 'put', 'post', 'delete', 'patch', 'head', 'options', 'trace'];

/** The operations below `paths` or `webhooks`, by method and by path; the names of path parameters do not count. */
export function readOperations(
  document: ContractDocument,
  area: 'paths' | 'webhooks',
): Map<string, Operation> {
  const operations = Object.entries(objectOf(document[area])).flatMap(([path, value]) => {
    const item = { value: objectOf(value), pointer: childPointer('#', area, path) };
    return methods
      .filter((method) => isObject(item.value[method]))
      .map((method): [string, Operation] => {
        const operation = objectOf(item.value[method]);
        const pointer = childPointer(item.pointer, method);
        const shape = area === 'paths' ? path.replaceAll(/\{[^}]*\}/g, '{}') : path;
        return [`${method} ${shape}`, { value: operation, pointer, path, method, item }];
      });
  });
  return new Map(operations);
}

/** Compares the operations that partners call. */
export function compareOperations(
  base: ContractDocument,
  head: ContractDocument,
  isUnchanged: IsUnchanged,
): Located[] {
  const [was, is] = [readOperations(base, 'paths'), readOperations(head, 'paths')];
  const comparisons = {
    request: createSchemaComparison('request', isUnchanged),
    response: createSchemaComparison('response', isUnchanged),
  };
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((key): Located[] => {
    const [before, after] = [was.get(key), is.get(key)];
    const known = before ?? after;
    if (known === undefined) return [];
    const location = `${known.method.toUpperCase()} ${known.path}`;
    const user = String(known.value.operationId);
    const report = (rule: string, severity: Located['severity'], verb: string): Located[] => [
      { rule, severity, sentence: `Operation \`${user}\` was ${verb}.`, location, user },
    ];
    if (!before) return report('operation-added', 'addition', 'added');
    if (!after) return report('operation-removed', 'breaking', 'removed');
    const isSameText = isUnchanged(
      [base.security, ...readTexts(before)],
      [head.security, ...readTexts(after)],
    );
    if (isSameText) return [];
    return [
      ...compareOperation({ base, head, location, user, comparisons }, before, after),
      ...compareCallbacks({ location, user }, [before, after], isUnchanged),
    ];
  });
}

/** Returns the parts of an operation that are compared. */
function readTexts({ path, value, item }: Operation): unknown[] {
  return [path, value, item.value.parameters, item.value.servers];
}

function compareOperation(subject: Subject, before: Operation, after: Operation): Located[] {
  const pair = {
    before: before.value,
    after: after.value,
    beforePointer: before.pointer,
    afterPointer: after.pointer,
  };
  const holders = { before: [before.item, before], after: [after.item, after] };
  return [
    ...compareNames(subject, before, after),
    ...compareParameters(subject, holders, 'request'),
    ...compareRequestBody(subject, pairAt(pair, 'requestBody'), 'request'),
    ...compareResponses(subject, pairAt(pair, 'responses')),
    ...compareSecurity(subject, before.value, after.value),
    ...compareOwnServers(
      { document: subject.base, path: before.item.value, operation: before.value },
      { document: subject.head, path: after.item.value, operation: after.value },
      subject,
    ),
  ];
}

/** Generated clients name their methods by `operationId`, and typed clients call an operation by its path template. */
function compareNames({ location, user }: Subject, before: Operation, after: Operation): Located[] {
  const report = (rule: string, what: string, was: unknown, is: unknown): Located[] =>
    was === is
      ? []
      : [
          {
            rule,
            severity: 'breaking',
            sentence: `${what} changed from \`${was}\` to \`${is}\`.`,
            location,
            user,
          },
        ];
  return [
    ...report('path-template-changed', 'The path template', before.path, after.path),
    ...report('operation-id-changed', '`operationId`', before.value.operationId, after.value.operationId),
  ];
}

/** No comparison understands callbacks. A change may hide a break, so it counts as one. */
function compareCallbacks(
  { location, user }: Pick<Subject, 'location' | 'user'>,
  [before, after]: readonly [Operation, Operation],
  isUnchanged: IsUnchanged,
): Located[] {
  if (isSameContent(before.value.callbacks, after.value.callbacks, isUnchanged)) return [];
  return [
    {
      rule: 'operation-keyword-changed',
      severity: 'breaking',
      sentence: '`callbacks` changed, and the gate cannot judge that keyword.',
      location: `${location} > callbacks`,
      user,
    },
  ];
}
