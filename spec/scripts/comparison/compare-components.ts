import { isObject, objectOf } from '../../rules/read-json.js';
import { type ContractDocument, decodeKey } from '../read-document.js';
import { createSchemaComparison } from './compare-schemas.js';
import type { Direction } from './finding.js';
import type { IsUnchanged } from './is-unchanged.js';
import { type Located, locate } from './located.js';
import { readParts } from './read-parts.js';

/**
 * Compares components by their names, since partners import their types by name. Operations alone would not show that two
 * names were exchanged. A difference that an operation has too is reported there.
 */
export function compareComponents(
  base: ContractDocument,
  head: ContractDocument,
  isUnchanged: IsUnchanged,
): Located[] {
  const current = objectOf(objectOf(head.components).schemas);
  const directions: readonly Direction[] = ['request', 'response'];
  return [
    ...compareNames(base, head),
    ...directions.flatMap((direction) => {
      const compare = createSchemaComparison(direction, isUnchanged);
      return [...listUsedSchemas(base, direction)].flatMap((name) => {
        const pointer = `#/components/schemas/${name}`;
        if (!(name in current)) return [];
        const findings = compare(
          readParts(base, { $ref: pointer }, pointer),
          readParts(head, { $ref: pointer }, pointer),
        );
        return locate(findings, `schema > ${name}`, '');
      });
    }),
  ];
}

/** The kinds of components beside schemas whose names are in the published types. */
const otherKinds = ['responses', 'parameters', 'headers', 'requestBodies', 'pathItems'];

function compareNames(base: ContractDocument, head: ContractDocument): Located[] {
  return ['schemas', ...otherKinds].flatMap((kind) => {
    const [was, is] = [base, head].map((document) =>
      Object.keys(objectOf(objectOf(document.components)[kind])),
    );
    const removed = (was ?? []).filter((name) => !is?.includes(name));
    const isSchema = kind === 'schemas';
    return removed.map(
      (name): Located => ({
        rule: isSchema ? 'schema-name-removed' : 'component-name-removed',
        severity: 'breaking',
        sentence: isSchema
          ? `Type name \`${name}\` was removed or renamed.`
          : `\`${name}\` of the ${kind} was removed or renamed.`,
        location: isSchema ? `schema > ${name}` : `component > ${kind} > ${name}`,
        user: '',
      }),
    );
  });
}

/** The names of the schemas that partners send (`request`) or receive (`response`). */
function listUsedSchemas(document: ContractDocument, direction: Direction): Set<string> {
  const found = new Set<string>();
  const seen = new Set<string>();
  const collect = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const { $ref } = objectOf(value);
    if (typeof $ref === 'string' && !seen.has($ref)) {
      seen.add($ref);
      const name = /^#\/components\/schemas\/([^/]+)$/.exec($ref)?.[1];
      if (name !== undefined) found.add(decodeKey(name));
      const keys = $ref.replace(/^#\//, '').split('/').map(decodeKey);
      collect(keys.reduce<unknown>((node, key) => objectOf(node)[key], document));
    }
    for (const child of Object.values(value)) collect(child);
  };
  const sent = ['parameters', 'requestBody'];
  for (const [area, keywords] of [
    ['paths', direction === 'request' ? sent : ['responses']],
    ['webhooks', direction === 'request' ? [] : sent],
  ] as const) {
    for (const item of Object.values(objectOf(document[area])).map(objectOf)) {
      const holders = [item, ...Object.values(item).filter(isObject)];
      for (const holder of holders) for (const keyword of keywords) collect(holder[keyword]);
    }
  }
  return found;
}
