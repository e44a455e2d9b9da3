import { type Direction, type Finding, show } from './finding.js';

interface Numbers {
  readonly direction: Direction;
  readonly source: string;
  readonly isNarrower: boolean;
}

/** Reports a limit that changed. A narrower one breaks a request, and a wider one a response. */
export function compareNumbers(
  keyword: string,
  [was, is]: ReadonlyArray<number | undefined>,
  { direction, source, isNarrower }: Numbers,
): Finding[] {
  if (was === is) return [];
  const isBreak = (direction === 'request') === isNarrower;
  const sentence = `\`${keyword}\` changed from ${show(was)} to ${show(is)}.`;
  const severity = isBreak ? 'breaking' : direction === 'request' ? 'addition' : 'other';
  return [{ rule: 'schema-constraint-changed', severity, sentence, path: ` > ${keyword}`, source }];
}
