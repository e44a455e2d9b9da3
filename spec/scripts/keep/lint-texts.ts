import { isScalar, LineCounter, parseDocument, visit } from 'yaml';
import { listTextProblems } from '../../rules/description-is-plain.js';
import type { Source } from './hash-sources.js';
import { isOpaque } from './mask-texts.js';

/**
 * Returns the problems of the descriptions in a source, in the form of the lint. It reads one source, which takes milliseconds;
 * Redocly would load itself and the whole contract.
 */
export function lintTexts({ file, text }: Source): string[] {
  const lineCounter = new LineCounter();
  const problems: string[] = [];
  visit(parseDocument(text, { lineCounter }), {
    Pair(_, { key, value }) {
      if (!isScalar(key)) return undefined;
      if (isOpaque(String(key.value))) return visit.SKIP;
      if (key.value !== 'description' || !isScalar(value) || typeof value.value !== 'string')
        return undefined;
      const { line, col } = lineCounter.linePos(value.range?.[0] ?? 0);
      for (const problem of listTextProblems(value.value))
        problems.push(`${file}:${line}:${col}\n  ${problem}  (parley/description-is-plain)`);
      return undefined;
    },
  });
  return problems;
}
