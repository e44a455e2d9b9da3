import { describe, expect, it } from '@jest/globals';
import { isObject } from '../../rules/read-json.js';
import { judged } from '../../scripts/comparison/compare-unjudged.js';
import type { EditableDocument } from '../compare-edited.js';
import { plantedChanges } from './index.js';

describe('every keyword that the gate compares', () => {
  it('changes in a planted break, so that no comparison can be lost unnoticed', () => {
    const changed = new Set(plantedChanges.filter(isNewBreak).flatMap(listChangedKeys));
    expect([...judged].filter((keyword) => !changed.has(keyword))).toEqual([]);
  });
});

type Change = (typeof plantedChanges)[number];

/** A new operation needs nothing of the contract. */
function isNewBreak({ verdict, isOf }: Change): boolean {
  return verdict === 'breaking' && isOf === 'a new operation';
}

function listChangedKeys({ prepare, edit }: Change): string[] {
  const [before, after]: EditableDocument[] = [{}, {}].map(() => ({
    paths: {},
    components: { schemas: {} },
  }));
  prepare?.(before);
  edit(after);
  return [...compareKeys(before, after)];
}

function* compareKeys(before: unknown, after: unknown): Generator<string> {
  if (JSON.stringify(before) === JSON.stringify(after)) return;
  const [was, is] = [before, after].map((value) => (isObject(value) || Array.isArray(value) ? value : {}));
  for (const key of new Set([...Object.keys(was ?? {}), ...Object.keys(is ?? {})])) {
    const [one, other] = [was, is].map(
      (value) => Object.entries(value ?? {}).find(([name]) => name === key)?.[1],
    );
    if (JSON.stringify(one) === JSON.stringify(other)) continue;
    yield key;
    yield* compareKeys(one, other);
  }
}
