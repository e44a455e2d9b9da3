import type { Tool } from '../rules/tool.js';
import type { Severity } from './change.js';
import type { Located } from './comparison/located.js';
import { type ContractOperation, listOperations } from './list-operations.js';
import type { ContractDocument } from './read-document.js';

/** Compares the sunset, and the policy of each operation: its errors and our own keys. */
export function checkPolicyChanges(base: ContractDocument, head: ContractDocument): Located[] {
  const current = new Map(listOperations(head).map((operation) => [shapeOf(operation), operation]));
  const operations = listOperations(base);
  // A document without the key was released before there was one, so it does not say which errors were impossible.
  const isKnown = operations.some(({ impossibleErrors }) => impossibleErrors.length > 0);
  const checks = isKnown ? [...alwaysChecked, checkImpossibleErrors] : alwaysChecked;
  return [
    ...checkSunset(base, head),
    ...operations.flatMap((before) => {
      const after = current.get(shapeOf(before));
      // The comparison of operations reports a removed operation.
      const found = after ? checks.flatMap((check) => check(before, after)) : [];
      return found.map((one) => ({ ...one, user: before.operationId }));
    }),
  ];
}

/** The names of path parameters do not count: a renamed one is the same operation. */
function shapeOf({ location }: ContractOperation): string {
  return location.replaceAll(/\{[^}]*\}/g, '{}');
}

type Check = (before: ContractOperation, after: ContractOperation) => Located[];

const checkErrorKeys: Check = (before, after) =>
  [...before.errorKeys].flatMap(([status, keys]) => {
    const now = after.errorKeys.get(status);
    // The comparison of responses reports a removed response.
    if (!now) return [];
    const at = (key: string): string => `${before.location} > ${status} > ${key}`;
    return [
      ...keys
        .filter((key) => !now.includes(key))
        .map((key) => breaking('error-key-removed', at(key), `Error \`${key}\` was removed.`)),
      ...now
        .filter((key) => !keys.includes(key))
        .map((key) => addition('error-key-added', at(key), `Error \`${key}\` was added.`)),
    ];
  });

/** Generated types omit the errors that an operation never returns. */
const checkImpossibleErrors: Check = (before, after) => {
  const declared = [...before.errorKeys.values()].flat();
  const at = (key: string): string => `${before.location} > impossible > ${key}`;
  const [was, is] = [before.impossibleErrors, after.impossibleErrors];
  return [
    ...is
      .filter((key) => !was.includes(key) && declared.includes(key))
      .map((key) =>
        breaking('error-became-impossible', at(key), `Types no longer contain error \`${key}\`.`),
      ),
    ...was
      .filter((key) => !is.includes(key))
      .map((key) => addition('error-became-possible', at(key), `Error \`${key}\` can now be returned.`)),
  ];
};

const checkPlanFeature: Check = ({ location, planFeature: before }, { planFeature: after }) => {
  if (before === after) return [];
  return after === null
    ? [addition('plan-feature-removed', location, `The plan feature \`${before}\` is no longer required.`)]
    : [breaking('plan-feature-required', location, `The plan feature \`${after}\` is now required.`)];
};

const checkBodyLimit: Check = ({ location, bodyLimitBytes: before }, { bodyLimitBytes: after }) => {
  if (before === after) return [];
  const sentence = `The body limit changed from ${before} to ${after} bytes.`;
  return after < before
    ? [breaking('body-limit-lowered', location, sentence)]
    : [addition('body-limit-raised', location, sentence)];
};

const checkIdempotency: Check = ({ location, isIdempotent: before }, { isIdempotent: after }) => {
  if (before === after) return [];
  return after
    ? [addition('idempotency-added', location, 'Requests can now be repeated safely with `Idempotency-Key`.')]
    : [
        breaking(
          'idempotency-removed',
          location,
          '`Idempotency-Key` no longer makes a repeated request safe.',
        ),
      ];
};

const checkFilterFields: Check = ({ location, filterFields: before }, { filterFields: after }) =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((field) => {
    const [was, is] = [before[field], after[field]];
    const at = `${location} > filter > ${field}`;
    if (was === is) return [];
    if (was === undefined) return [addition('filter-field-added', at, `\`${field}\` can be filtered on.`)];
    const loss = is === undefined ? 'can no longer be filtered on' : `is filtered on as ${is}, not ${was}`;
    return [breaking('filter-field-changed', at, `\`${field}\` ${loss}.`)];
  });

const checkSortFields: Check = (before, after) =>
  after.filterOnly
    .filter((field) => field in before.filterFields && !before.filterOnly.includes(field))
    .map((field) => {
      const at = `${before.location} > sort > ${field}`;
      return breaking('sort-field-removed', at, `\`${field}\` can no longer be sorted by.`);
    });

/** How carefully a host runs a tool. Hosts ask their user before both of the last kinds, for another reason. */
const care: Readonly<Record<Tool['hint'], number>> = {
  'read-only': 0,
  additive: 1,
  outgoing: 2,
  destructive: 2,
};

/** Hosts allow a tool by its name, and run it with or without asking by its hint. */
const checkTool: Check = ({ location, tool: before }, { tool: after }) => {
  const at = `${location} > tool`;
  if (!before) return after ? [addition('tool-added', at, `Tool \`${after.name}\` was added.`)] : [];
  if (!after) return [breaking('tool-removed', at, `Tool \`${before.name}\` was removed.`)];
  const hint = `The hint of tool \`${before.name}\` changed from \`${before.hint}\` to \`${after.hint}\``;
  return [
    ...(before.name === after.name
      ? []
      : [breaking('tool-renamed', at, `Tool \`${before.name}\` was renamed to \`${after.name}\`.`)]),
    ...(before.hint === after.hint
      ? []
      : care[after.hint] > care[before.hint]
        ? [addition('tool-hint-raised', at, `${hint}.`)]
        : [breaking('tool-hint-weakened', at, `${hint}: ${describeCare(before.hint, after.hint)}.`)]),
  ];
};

function describeCare(before: Tool['hint'], after: Tool['hint']): string {
  return care[after] === care[before]
    ? 'hosts would still ask before they run it, but for another reason than its users allowed'
    : 'hosts would run it with less care';
}

const alwaysChecked = [
  checkErrorKeys,
  checkPlanFeature,
  checkBodyLimit,
  checkIdempotency,
  checkFilterFields,
  checkSortFields,
  checkTool,
];

function checkSunset(base: ContractDocument, head: ContractDocument): Located[] {
  const [before, after] = [base.info['x-sunset-at'], head.info['x-sunset-at']];
  if (before === after) return [];
  const moved = `The sunset moved from ${before ?? 'never'} to ${after ?? 'never'}.`;
  const isLater = before !== undefined && (after === undefined || Date.parse(after) > Date.parse(before));
  return [
    isLater ? addition('sunset-later', 'document', moved) : breaking('sunset-earlier', 'document', moved),
  ];
}

function breaking(rule: string, location: string, sentence: string): Located {
  return change(rule, location, sentence, 'breaking');
}

function addition(rule: string, location: string, sentence: string): Located {
  return change(rule, location, sentence, 'addition');
}

function change(rule: string, location: string, sentence: string, severity: Severity): Located {
  return { rule, location, sentence, severity, user: '' };
}
