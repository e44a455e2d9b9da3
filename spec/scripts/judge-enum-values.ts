import { listOf } from '../rules/read-json.js';
import type { Change } from './change.js';
import type { RedoclyChange } from './run-redocly-diff.js';

/**
 * The added and removed values of an enum that Redocly does not judge. Redocly rates a value that was removed from a response
 * as harmless, but the branch of a typed client that handles the value no longer compiles.
 */
export function judgeEnumValues(change: RedoclyChange, name: string, location: string): Change[] {
  const { property, base, revision, verdicts } = change;
  if (property !== 'enum' || base?.value === undefined || revision?.value === undefined) return [];
  const [before, after] = [listOf(base.value), listOf(revision.value)];
  const judge = (verb: string, values: readonly unknown[], verdict: Pick<Change, 'rule' | 'severity'>) =>
    values.length === 0 || verdicts.some(({ ruleId }) => ruleId === verdict.rule)
      ? []
      : [{ ...verdict, location, sentence: `Enum of \`${name}\` ${verb} values: ${quote(values)}.` }];
  return [
    ...judge('lost', without(before, after), { rule: 'enum-values-removed', severity: 'breaking' }),
    ...judge('gained', without(after, before), { rule: 'enum-values-added', severity: 'addition' }),
  ];
}

function without(values: readonly unknown[], others: readonly unknown[]): unknown[] {
  return values.filter((value) => !others.includes(value));
}

function quote(values: readonly unknown[]): string {
  return values.map((value) => `'${value}'`).join(', ');
}
