import type { Change } from './mutator.js';

type Found = Change & { readonly index: number };

/**
 * Lists the changes after which an `update` leaves one column as it is. The value remains in the statement, because a statement that
 * does not use all its parameters is refused.
 */
export function ignoreAssignments(text: string): Found[] {
  return [...text.matchAll(beginning)].flatMap((match) => {
    const table = match.groups?.alias ?? match.groups?.table ?? findInserted(text.slice(0, match.index));
    const start = match.index + match[0].length;
    return table === undefined
      ? []
      : splitAssignments(text, start).flatMap((one) => ignore(text, table, one));
  });
}

const beginning =
  /\bupdate (?:only )?(?:(?<table>[a-z_]+)(?: (?:as )?(?!set\b)(?<alias>[a-z_]+))?\s+)?set\s+/g;

/** The table of `insert into … on conflict do update set`. */
function findInserted(before: string): string | undefined {
  const found = [...before.matchAll(/\binsert into (?<table>[a-z_]+)(?: as (?<alias>[a-z_]+))?/g)].at(-1);
  return found?.groups?.alias ?? found?.groups?.table;
}

interface Range {
  readonly start: number;
  readonly end: number;
}

/** Splits `a = 1, b = f(2, 3) where …` at the commas outside of brackets, up to the end of the list. */
function splitAssignments(text: string, start: number): Range[] {
  const ranges: Range[] = [];
  let depth = 0;
  let from = start;
  let at = start;
  // The last character is a quotation mark.
  for (; at < text.length - 1; at += 1) {
    const character = text.charAt(at);
    if (')}]'.includes(character)) depth -= 1;
    if (depth < 0 || (depth === 0 && ends.test(text.slice(at, at + 12)))) break;
    if ('({['.includes(character)) depth += 1;
    if (character !== ',' || depth > 0) continue;
    ranges.push({ start: from, end: at });
    from = at + 1;
  }
  return [...ranges, { start: from, end: at }];
}

const ends = /^\s+(?:where|from|returning)\s/;

function ignore(text: string, table: string, { start, end }: Range): Found[] {
  const written = text.slice(start, end);
  const match = /^\s*(?<column>[a-z_]+) = (?<value>\S[\s\S]*?)\s*$/.exec(written);
  if (match?.groups === undefined) return [];
  const { column, value } = match.groups;
  const from = written.trim();
  const to = `${column} = case when (${value}) is null then ${table}.${column} else ${table}.${column} end`;
  const index = start + written.indexOf(from);
  const after = text.slice(0, index) + to + text.slice(index + from.length);
  return [{ kind: 'sql-assignment', after, part: { from, to }, index }];
}
