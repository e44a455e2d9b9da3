import type { AutomationRecord } from '../../src/index.js';

/** A filter expression with the rows that it must find, computed without SQL. */
export interface RandomFilter {
  readonly text: string;
  readonly matches: (record: AutomationRecord) => boolean;
}

/** Numbers in [0, 1) from a seed (mulberry32), so that a failure can be repeated. */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Uses values of the records, so that about half of the conditions match. */
export function createFilter(
  random: () => number,
  records: readonly AutomationRecord[],
  depth = 4,
): RandomFilter {
  const pick = <Item>(items: readonly Item[]): Item => {
    const item = items[Math.floor(random() * items.length)];
    if (item === undefined) throw new Error('Nothing to pick from');
    return item;
  };
  const kind = depth === 0 ? 'condition' : pick(['and', 'or', 'not', 'condition', 'condition']);
  const inner = () => createFilter(random, records, depth - 1);
  if (kind === 'not') {
    const { text, matches } = inner();
    return { text: `not(${text})`, matches: (record) => !matches(record) };
  }
  if (kind === 'and' || kind === 'or') {
    const parts = Array.from({ length: 1 + Math.floor(random() * 3) }, inner);
    return {
      text: `${kind}(${parts.map(({ text }) => text).join(', ')})`,
      matches: (record) =>
        kind === 'and'
          ? parts.every(({ matches }) => matches(record))
          : parts.some(({ matches }) => matches(record)),
    };
  }
  return createCondition(pick, records);
}

type Pick = <Item>(items: readonly Item[]) => Item;

const textFields = [
  'name',
  'status',
  'activeVersionTriggerType',
  'activeVersionId',
  'latestVersionId',
] as const;
const orderedFields = ['createdAt', 'updatedAt', 'id'] as const;

function createCondition(pick: Pick, records: readonly AutomationRecord[]): RandomFilter {
  const field = pick(textFields);
  const value = pick(records)[field];
  switch (pick(['eq', 'ne', 'in', 'isNull', 'contains', 'startsWith', 'order'])) {
    case 'eq':
      return { text: `eq(${field},${quote(value)})`, matches: (record) => record[field] === value };
    case 'ne':
      return { text: `ne(${field},${quote(value)})`, matches: (record) => record[field] !== value };
    case 'in': {
      const values = [value, pick(records)[field]];
      const text = `in(${field},${values.map(quote).join(',')})`;
      return { text, matches: (record) => values.includes(record[field]) };
    }
    case 'isNull':
      return { text: `isNull(${field})`, matches: (record) => record[field] === null };
    case 'contains': {
      const part = characters(pick(records).name, 1, 4);
      const matches = ({ name }: AutomationRecord) => name.toLowerCase().includes(part.toLowerCase());
      return { text: `contains(name,${quote(part)})`, matches };
    }
    case 'startsWith': {
      const part = characters(pick(records).name, 0, 2);
      const matches = ({ name }: AutomationRecord) => name.toLowerCase().startsWith(part.toLowerCase());
      return { text: `startsWith(name,${quote(part)})`, matches };
    }
    default:
      return createComparison(pick, records);
  }
}

function createComparison(pick: Pick, records: readonly AutomationRecord[]): RandomFilter {
  const field = pick(orderedFields);
  const bound = pick(records)[field];
  const operator = pick(['gt', 'gte', 'lt', 'lte']);
  const holds: Record<string, (value: string) => boolean> = {
    gt: (value) => value > bound,
    gte: (value) => value >= bound,
    lt: (value) => value < bound,
    lte: (value) => value <= bound,
  };
  return {
    text: `${operator}(${field},"${bound}")`,
    matches: (record) => holds[operator]?.(record[field]) ?? false,
  };
}

/** Cuts a text at whole characters, because half an emoji is not valid text. */
function characters(text: string, start: number, end: number): string {
  return [...text].slice(start, end).join('');
}

function quote(value: string | null): string {
  return value === null ? 'null' : `"${value.replace(/["\\]/g, '\\$&')}"`;
}
