import { isObject } from './read-json.js';
import { isSuccessor } from './successor.js';
import { isTool, toolHints } from './tool.js';

export interface ExtensionKey {
  /** The node types of Redocly; an operation that the service calls itself is a `Webhook` here. */
  readonly places: readonly string[];
  readonly expected: string;
  accepts(value: unknown): boolean;
}

const planFeatures: readonly unknown[] = ['automations', 'campaigns', 'webhooks'];
const fieldKinds: readonly unknown[] = ['id', 'text', 'enum', 'timestamp', 'number', 'boolean', 'attribute'];

const isTrue = { expected: '`true`, or absent', accepts: (value: unknown) => value === true };
const isMoment = {
  expected: 'a date-time in UTC, such as `2026-11-01T23:59:59Z`',
  accepts: (value: unknown) =>
    typeof value === 'string' &&
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z$/.test(value) &&
    !Number.isNaN(Date.parse(value)),
};

/** All our own keys; spec/README.md explains each of them. */
export const extensionKeys: ReadonlyMap<string, ExtensionKey> = new Map<string, ExtensionKey>([
  ['x-extension', { places: ['Operation', 'Webhook', 'Parameter', 'Schema'], ...isTrue }],
  [
    'x-plan-feature',
    {
      places: ['Operation'],
      expected: `one of ${planFeatures.join(', ')}`,
      accepts: (value) => planFeatures.includes(value),
    },
  ],
  [
    'x-body-limit',
    {
      places: ['Root', 'Operation'],
      expected: 'a whole number of bytes above zero',
      accepts: (value) => Number.isSafeInteger(value) && Number(value) > 0,
    },
  ],
  ['x-idempotent', { places: ['Operation'], ...isTrue }],
  ['x-adds-jobs', { places: ['Operation'], ...isTrue }],
  [
    'x-impossible-errors',
    {
      places: ['Operation'],
      expected: 'a list of error keys that the operation declares',
      accepts: (value) =>
        Array.isArray(value) && value.length > 0 && value.every((key) => typeof key === 'string'),
    },
  ],
  [
    'x-filter-fields',
    {
      places: ['Operation'],
      expected: `a map from field name to one of ${fieldKinds.join(', ')}`,
      accepts: (value) =>
        isObject(value) &&
        Object.keys(value).length > 0 &&
        Object.values(value).every((kind) => fieldKinds.includes(kind)),
    },
  ],
  [
    'x-filter-only',
    {
      places: ['Operation'],
      expected: 'a list of names from `x-filter-fields`',
      accepts: (value) =>
        Array.isArray(value) && value.length > 0 && value.every((name) => typeof name === 'string'),
    },
  ],
  [
    'x-extensible-enum',
    {
      places: ['Schema'],
      expected: 'a list of the values that are known so far',
      accepts: (value) =>
        Array.isArray(value) && value.length > 0 && value.every((known) => typeof known === 'string'),
    },
  ],
  ['x-extensible', { places: ['Schema'], ...isTrue }],
  [
    'x-tool',
    {
      places: ['Operation'],
      expected: `a snake_case \`name\` of at most 40 characters, and a \`hint\`: ${toolHints.join(', ')}`,
      accepts: isTool,
    },
  ],
  ['x-deprecated-at', { places: ['Info'], ...isMoment }],
  ['x-sunset-at', { places: ['Info'], ...isMoment }],
  [
    'x-successor',
    {
      places: ['Operation', 'Webhook', 'Schema'],
      expected:
        'an operationId of v3, or null when nothing replaces it, or an object as described in spec/README.md',
      accepts: isSuccessor,
    },
  ],
]);
