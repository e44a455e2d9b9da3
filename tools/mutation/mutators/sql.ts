import ts from 'typescript';
import type { MutantKind } from '../mutant.js';
import type { Change, Mutator } from './mutator.js';

/** Changes one place of an SQL statement in a template or string. */
export const mutateSql: Mutator = (node, source) => {
  const isText = ts.isTemplateExpression(node) || ts.isStringLiteralLike(node);
  if (!isText || (ts.isTaggedTemplateExpression(node.parent) && node.parent.tag !== node)) return [];
  const text = node.getText(source);
  return isSql.test(text) ? rules.flatMap((rule) => applyRule(text, rule)) : [];
};

const isSql =
  /\b(?:select|insert into|update|delete from|where|and|order by)\b[\s\S]*(?:\$\d|=|\bfrom\b|\bis\b)/;

interface Rule {
  readonly kind: MutantKind;
  readonly find: RegExp;
  readonly replace: (match: string, ...groups: string[]) => string;
}

const column = String.raw`(?:[a-z_]+\.)?"?[a-z_]+"?`;
const parameter = String.raw`\$\d+::[a-z_]+(?:\[\])?`;

const rules: readonly Rule[] = [
  {
    // The parameter remains, because a statement that does not use all its parameters is refused.
    kind: 'sql-condition',
    find: new RegExp(
      String.raw`(?<=\b(?:where|and|on|when)\s+)${column} (?:=|<>|<=?|>=?) (${parameter})(?![\w+*/-])`,
      'g',
    ),
    replace: (_, used) => `(${used} is null) is not null`,
  },
  {
    kind: 'sql-condition',
    find: new RegExp(
      String.raw`(?<=\b(?:and)\s+)${column} (?:=|<>|<=?|>=?) (?:${column}|'[a-z_]+')(?=\s|\)|$|\x60)`,
      'g',
    ),
    replace: () => 'true',
  },
  { kind: 'sql-condition', find: /\bis null\b/g, replace: () => 'is not null' },
  { kind: 'sql-condition', find: /\bis not null\b/g, replace: () => 'is null' },
  { kind: 'sql-operator', find: / < /g, replace: () => ' <= ' },
  { kind: 'sql-operator', find: / <= /g, replace: () => ' < ' },
  { kind: 'sql-operator', find: / > /g, replace: () => ' >= ' },
  { kind: 'sql-operator', find: / >= /g, replace: () => ' > ' },
  { kind: 'sql-operator', find: /\bdesc\b/g, replace: () => 'asc' },
  { kind: 'sql-operator', find: /\bleast\(/g, replace: () => 'greatest(' },
  { kind: 'sql-operator', find: /\bgreatest\(/g, replace: () => 'least(' },
];

function applyRule(text: string, { kind, find, replace }: Rule): Change[] {
  return [...text.matchAll(find)].map((match) => {
    const end = match.index + match[0].length;
    return { kind, after: text.slice(0, match.index) + replace(...(match as [string])) + text.slice(end) };
  });
}
