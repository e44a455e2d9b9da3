import ts from 'typescript';
import type { MutantKind } from '../mutant.js';
import type { Change, Mutator } from './mutator.js';
import { ignoreAssignments } from './sql-assignments.js';

/** Changes one place of an SQL statement in a template or string. */
export const mutateSql: Mutator = (node, source) => {
  const isText = ts.isTemplateExpression(node) || ts.isStringLiteralLike(node);
  if (!isText || (ts.isTaggedTemplateExpression(node.parent) && node.parent.tag !== node)) return [];
  const text = node.getText(source);
  if (!isSql.test(text)) return [];
  const isInside = findInside(node, source);
  return [
    ...rules.flatMap((rule) => applyRule(text, { rule, isInside })),
    ...ignoreAssignments(text).filter(({ index }) => !isInside(index)),
  ];
};

/** Code inside of a template has mutants of its own. */
function findInside(node: ts.Node, source: ts.SourceFile): (index: number) => boolean {
  const start = node.getStart(source);
  const spans = ts.isTemplateExpression(node) ? node.templateSpans : [];
  const ranges = spans.map(({ expression }) => [expression.pos - start, expression.end - start] as const);
  return (index) => ranges.some(([first, last]) => index >= first && index < last);
}

const isSql =
  /\b(?:select|insert into|update|delete from|where|and|order by)\b[\s\S]*(?:\$\d|=|\bfrom\b|\bis\b)/;

interface Rule {
  readonly kind: MutantKind;
  readonly find: RegExp;
  readonly replace: (match: string, ...groups: string[]) => string;
}

const column = String.raw`(?:[a-z_]+\.)?"?[a-z_]+"?`;
const parameter = String.raw`\$\d+::[a-z_]+(?:\[\])?`;
const comparison = '(?:=|<>|<=?|>=?)';
/** What can stand before a condition. */
const before = String.raw`(?<=\b(?:where|and|or|on|when)\s+\(*)`;

const rules: readonly Rule[] = [
  {
    // The parameter remains, because a statement that does not use all its parameters is refused.
    kind: 'sql-condition',
    find: new RegExp(
      String.raw`(?<=\b(?:where|and|on|when)\s+)${column} ${comparison} (${parameter})(?![\w:]|\s*[-+*/])`,
      'g',
    ),
    replace: (_, used) => `(${used} is null) is not null`,
  },
  {
    kind: 'sql-condition',
    find: new RegExp(String.raw`(?<=\b(?:where|and)\s+)${column} = any \((${parameter})\)`, 'g'),
    replace: (_, used) => `(${used} is null) is not null`,
  },
  {
    kind: 'sql-condition',
    find: new RegExp(
      String.raw`(?<=\b(?:where|and)\s+)${column} ${comparison} (?!any\b|all\b|case\b)(?:${column}|'[a-z_]+')(?=\s|\)|$|\x60)`,
      'g',
    ),
    replace: () => 'true',
  },
  {
    kind: 'sql-condition',
    find: new RegExp(String.raw`(?<=\b(?:where|and)\s+)${column} is (?:not )?null\b`, 'g'),
    replace: () => 'true',
  },
  {
    kind: 'sql-comparison',
    find: new RegExp(String.raw`(?<=${before}${column} )${comparison}(?= (?!any\b|all\b))`, 'g'),
    replace: (operator) => opposites.get(operator) ?? operator,
  },
  { kind: 'sql-comparison', find: /= any(?= \()/g, replace: () => '<> all' },
  { kind: 'sql-comparison', find: /(?<!\bnot )\bexists(?= \()/g, replace: () => 'not exists' },
  { kind: 'sql-comparison', find: /\bnot exists(?= \()/g, replace: () => 'exists' },
  { kind: 'sql-comparison', find: /\bis null\b/g, replace: () => 'is not null' },
  { kind: 'sql-comparison', find: /\bis not null\b/g, replace: () => 'is null' },
  { kind: 'sql-comparison', find: /\bis distinct from\b/g, replace: () => 'is not distinct from' },
  { kind: 'sql-comparison', find: /\bis not distinct from\b/g, replace: () => 'is distinct from' },
  { kind: 'sql-operator', find: / < /g, replace: () => ' <= ' },
  { kind: 'sql-operator', find: / <= /g, replace: () => ' < ' },
  { kind: 'sql-operator', find: / > /g, replace: () => ' >= ' },
  { kind: 'sql-operator', find: / >= /g, replace: () => ' > ' },
  { kind: 'sql-operator', find: /\bdesc\b/g, replace: () => 'asc' },
  { kind: 'sql-operator', find: /\bleast\(/g, replace: () => 'greatest(' },
  { kind: 'sql-operator', find: /\bgreatest\(/g, replace: () => 'least(' },
];

const opposites = new Map([
  ['=', '<>'],
  ['<>', '='],
  ['<', '>='],
  ['>=', '<'],
  ['>', '<='],
  ['<=', '>'],
]);

function applyRule(
  text: string,
  { rule: { kind, find, replace }, isInside }: { rule: Rule; isInside: (index: number) => boolean },
): Change[] {
  const matches = [...text.matchAll(find)].filter(({ index }) => !isInside(index));
  return matches.map((match) => {
    const [from] = match;
    const to = replace(...(match as [string])); // The groups follow the match.
    const end = match.index + from.length;
    return { kind, after: text.slice(0, match.index) + to + text.slice(end), part: { from, to } };
  });
}
