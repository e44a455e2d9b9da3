import { objectOf } from '../rules/read-json.js';
import type { Change } from './change.js';
import { describeLocation } from './describe-location.js';
import { judgeEnumValues } from './judge-enum-values.js';
import { decodeKey } from './read-document.js';
import type { RedoclyChange } from './run-redocly-diff.js';

/** What a difference that Redocly found means for a partner; empty if another check judges it better. */
export function judgeRedoclyChange(change: RedoclyChange): Change[] {
  if (isErrorKeyList(change) || isSchemaName(change) || isPolicyKey(change)) return [];
  const location = [describeLocation(change.path), change.property].filter(Boolean).join(' > ');
  const missed = change.impact === 'major' ? undefined : missedBreaks.find(({ matches }) => matches(change));
  if (missed)
    return [{ rule: missed.rule, location, sentence: missed.sentence(change), severity: 'breaking' }];
  const judged = [
    ...change.verdicts.map(
      ({ ruleId, message }): Change => ({
        rule: ruleId,
        location,
        sentence: ruleId === 'path-removed' ? `${message}${listLostOperations(change)}` : message,
        severity: change.impact === 'major' ? 'breaking' : 'other',
      }),
    ),
    ...judgeEnumValues(change, lastKey(change.path), location),
  ];
  if (judged.length > 0) return judged;
  const severity = change.kind === 'added' ? 'addition' : 'other';
  return [{ rule: `${noun(change)}-${change.kind}`, location, sentence: describe(change), severity }];
}

/** The possible keys of an error are compared per operation by check-policy-changes, by value and not by keyword. */
function isErrorKeyList({ path, kind, property }: RedoclyChange): boolean {
  const isKeyword = kind === 'modified' && (property === 'const' || property === 'enum');
  return isKeyword && /\/responses\/.*\/error(\/allOf\/\d+)?\/properties\/messageKey$/.test(path);
}

/** Redocly follows the uses of a schema and does not notice a rename; check-policy-changes compares the names. */
function isSchemaName({ path, kind }: RedoclyChange): boolean {
  return kind !== 'modified' && /^#\/components\/schemas\/[^/]+$/.test(path);
}

/** The keys that check-policy-changes compares. */
function isPolicyKey({ path, property = '' }: RedoclyChange): boolean {
  const policyKeys = /^x-(plan-feature|body-limit|idempotent|filter-fields|sunset-at)$/;
  return policyKeys.test(property) || path.split('/').some((key) => policyKeys.test(key));
}

function listLostOperations({ base }: RedoclyChange): string {
  const operationIds = Object.values(objectOf(base?.value)).flatMap((operation) => {
    const { operationId } = objectOf(operation);
    return typeof operationId === 'string' ? [`\`${operationId}\``] : [];
  });
  return operationIds.length === 0 ? '' : ` This removes ${operationIds.join(', ')}.`;
}

interface MissedBreak {
  readonly rule: string;
  matches(change: RedoclyChange): boolean;
  sentence(change: RedoclyChange): string;
}

/** Changes that Redocly rates as harmless though they break our partners; each has a test. */
const missedBreaks: readonly MissedBreak[] = [
  {
    // v2 bodies are open, so the field would still be accepted, but ignored.
    rule: 'request-property-removed',
    matches: ({ path, kind }) =>
      kind === 'removed' && /^#\/paths\/.*\/requestBody\/.*\/properties\/[^/]+$/.test(path),
    sentence: ({ path }) => `Property \`${lastKey(path)}\` of the request was removed.`,
  },
  {
    rule: 'request-default-changed',
    matches: ({ path, property, base }) =>
      property === 'default' &&
      base?.value !== undefined &&
      /^#\/paths\/.*\/(requestBody|parameters)\//.test(path),
    sentence: ({ path, base, revision }) =>
      `The default of \`${lastKey(path)}\` changed from ${show(base?.value)} to ${show(revision?.value)}.`,
  },
  {
    rule: 'response-header-became-optional',
    matches: ({ typeName, property, base }) =>
      typeName === 'Header' && property === 'required' && base?.value === true,
    sentence: ({ path }) => `Response header \`${lastKey(path)}\` is no longer always sent.`,
  },
  {
    rule: 'webhook-header-removed',
    matches: ({ path, kind }) => kind === 'removed' && /^#\/webhooks\/.*\/parameters(\/\d+)?$/.test(path),
    sentence: ({ base }) => `A header of the delivery was removed: ${show(base?.value)}.`,
  },
  {
    // The template is the key by which typed clients call the operation.
    rule: 'path-template-changed',
    matches: ({ path, property }) => property === 'key' && /^#\/paths\/[^/]+$/.test(path),
    sentence: ({ base, revision }) =>
      `The path template changed from ${show(base?.value)} to ${show(revision?.value)}.`,
  },
];

function describe(change: RedoclyChange): string {
  const { path, kind, property, base, revision } = change;
  if (kind !== 'modified') return `${capitalise(noun(change))} \`${lastKey(path)}\` was ${kind}.`;
  const isShort = [base?.value, revision?.value].every((value) => show(value).length < 60);
  return isShort
    ? `\`${property}\` changed from ${show(base?.value)} to ${show(revision?.value)}.`
    : `\`${property}\` was changed.`;
}

function noun({ path, typeName }: RedoclyChange): string {
  if (typeName === 'PathItem') return path.startsWith('#/webhooks/') ? 'webhook' : 'path';
  if (typeName === 'Schema') return /\/properties\/[^/]+$/.test(path) ? 'property' : 'schema';
  return typeName.replace(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase();
}

function lastKey(path: string): string {
  return decodeKey(path.split('/').at(-1) ?? '');
}

function show(value: unknown): string {
  return value === undefined ? 'nothing' : `\`${JSON.stringify(value)}\``;
}

function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
