import { compilePattern, isOfFormat } from '@parley/validation';
import fc, { type Arbitrary } from 'fast-check';
import type { FlatSchema } from '../schema/expand-schema.js';
import { formatArbitrary } from './format-strings.js';

/** Generates texts of a schema: by its format, its pattern or its examples, or any text of the right length. */
export function stringArbitrary(flat: FlatSchema): Arbitrary<string> | undefined {
  // The choice needs samples, and many operations use the same schema, so the result is cached.
  if (!built.has(flat)) built.set(flat, build(flat));
  return built.get(flat);
}

const built = new WeakMap<FlatSchema, Arbitrary<string> | undefined>();

function build(flat: FlatSchema): Arbitrary<string> | undefined {
  const fits = createCheck(flat);
  const candidates = [byFormat(flat), asAddress(flat), byPattern(flat), byExamples(flat), byLength(flat)];
  const found = candidates.find((candidate) => candidate !== undefined && isOften(candidate, fits));
  return found?.filter(fits);
}

export interface Lengths {
  readonly min: number;
  readonly max: number;
}

/** Letters and other characters that people write. NUL and lone surrogates are separate mutations. */
export function plainText({ min, max }: Lengths): Arbitrary<string> {
  return fc.oneof(
    { arbitrary: fc.string({ unit: 'grapheme-ascii', minLength: min, maxLength: max }), weight: 4 },
    { arbitrary: fc.string({ unit: unusual, minLength: min, maxLength: max }), weight: 1 },
  );
}

const unusual = fc.constantFrom(
  'a',
  'Z',
  '0',
  ' ',
  '\t',
  '\n',
  '"',
  "'",
  '\\',
  '<',
  '%',
  'ß',
  'İ',
  '中',
  '🙂',
  '\u200f',
);

/** A length that most texts allow, so that bodies stay readable. */
const usualLength = 24;
const longestTried = 5000;

function byLength(flat: FlatSchema): Arbitrary<string> | undefined {
  const { min, max } = lengthsOf(flat);
  if (min > max || min > longestTried) return undefined;
  const usual = plainText({ min, max: Math.min(max, Math.max(min, usualLength)) });
  if (max <= usualLength || max > longestTried) return usual;
  const longest = fc.constantFrom('a', 'é', '🙂').map((letter) => letter.repeat(max));
  return fc.oneof({ arbitrary: usual, weight: 15 }, { arbitrary: longest, weight: 1 });
}

function byFormat({ format, contentEncoding }: FlatSchema): Arbitrary<string> | undefined {
  if (typeof format === 'string') return formatArbitrary(format);
  return contentEncoding === 'base64' ? formatArbitrary('byte') : undefined;
}

/** A pattern for URLs would generate hosts that may exist. */
function asAddress({ pattern }: FlatSchema): Arbitrary<string> | undefined {
  return typeof pattern === 'string' && pattern.includes(':') && pattern.includes('//')
    ? formatArbitrary('uri')
    : undefined;
}

function byPattern(flat: FlatSchema): Arbitrary<string> | undefined {
  const pattern = typeof flat.pattern === 'string' ? compilePattern(flat.pattern) : undefined;
  if (!pattern) return undefined;
  const { max } = lengthsOf(flat);
  try {
    return fc.stringMatching(pattern, Number.isFinite(max) ? { maxLength: max } : {});
  } catch {
    // The generator does not support every part of the syntax, such as look-aheads.
    return undefined;
  }
}

function byExamples({ examples, default: value }: FlatSchema): Arbitrary<string> | undefined {
  const texts = [examples, value].flat().filter((example) => typeof example === 'string');
  return texts.length > 0 ? fc.constantFrom(...texts) : undefined;
}

function lengthsOf({ minLength, maxLength }: FlatSchema): Lengths {
  return { min: Number(minLength ?? 0), max: Number(maxLength ?? Number.POSITIVE_INFINITY) };
}

function createCheck(flat: FlatSchema): (text: string) => boolean {
  const { min, max } = lengthsOf(flat);
  const pattern = typeof flat.pattern === 'string' ? compilePattern(flat.pattern) : undefined;
  const { format } = flat;
  return (text) => {
    const length = [...text].length;
    if (length < min || length > max || (pattern && !pattern.test(text))) return false;
    return typeof format !== 'string' || isOfFormat(format, text) !== false;
  };
}

/** Filtering values that rarely match would take too long. */
function isOften(arbitrary: Arbitrary<string>, fits: (text: string) => boolean): boolean {
  try {
    return fc.sample(arbitrary, { numRuns: 24, seed: 1 }).filter(fits).length >= 2;
  } catch {
    return false;
  }
}
