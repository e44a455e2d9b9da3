import { parsePattern, type Shape } from './parse-pattern.js';

/** A text on which a regular expression takes far longer than its length explains. */
export interface SlowText {
  readonly prefix: string;
  readonly pump: string;
  readonly suffix: string;
  readonly length: number;
  readonly tookMs: number;
}

/**
 * The maximum total length of the headers of a request. At this length, a quadratic expression takes 268 million steps.
 */
const fullLength = 16_384;
/** This is far longer than one pass over that length takes, and far shorter than a quadratic number of steps. */
const allowedMs = 50;
/** Starts with small steps, since an exponential expression would otherwise never end. */
const lengths = [16, 18, 20, 22, 24, 26, 28, 30, 1_024, 4_096, 8_192, fullLength];
const firstLong = 4_096;
const endings = ['', '\u0001', 'x', '!', ' ', '\n', '0', '='];

/**
 * Repeats what the pattern itself repeats, after the text before it in the pattern, and ends with a character that does
 * not match, so that the engine tries every way to match the text.
 */
export function findSlowText(pattern: RegExp): SlowText | undefined {
  for (const { prefix, pump } of listAttacks(parsePattern(pattern))) {
    for (const suffix of listEndings(pattern)) {
      const slow = grow(pattern, { prefix, pump, suffix });
      if (slow) return slow;
    }
  }
  return undefined;
}

/** The punctuation of a pattern is included, because a negative lookahead can be what does not match. */
function listEndings({ source }: RegExp): ReadonlySet<string> {
  return new Set([...endings, ...source.replaceAll(/[\p{L}\p{N}\\]/gu, '')]);
}

interface Attack {
  readonly prefix: string;
  readonly pump: string;
}

function listAttacks(shape: Shape): readonly Attack[] {
  const attacks = [...walk(shape, '')].flatMap(({ prefix, pump }) => [
    { prefix, pump },
    { prefix: '', pump: `${prefix}${pump}` },
  ]);
  const whole = sample(shape).map((pump) => ({ prefix: '', pump }));
  const different = new Map([...attacks, ...whole].map((attack) => [JSON.stringify(attack), attack]));
  return [...different.values()].filter(({ pump }) => pump !== '');
}

function* walk(shape: Shape, prefix: string): Generator<Attack> {
  switch (shape.type) {
    case 'characters':
      return;
    case 'choice':
      for (const branch of shape.branches) yield* walk(branch, prefix);
      return;
    case 'repetition':
      if (shape.max > 8) for (const pump of sample(shape.body)) yield { prefix, pump };
      yield* walk(shape.body, prefix);
      return;
    case 'sequence': {
      let before = prefix;
      for (const part of shape.parts) {
        yield* walk(part, before);
        before += sample(part)[0] ?? '';
      }
    }
  }
}

const mostSamples = 6;

/** Returns some texts that match the structure, each different in one part. */
function sample(shape: Shape): readonly string[] {
  switch (shape.type) {
    case 'characters':
      return shape.samples;
    case 'choice':
      return shape.branches.flatMap((branch) => sample(branch).slice(0, 2)).slice(0, mostSamples);
    case 'repetition':
      return sample(shape.body).map((text) => text.repeat(Math.max(1, shape.min)));
    case 'sequence': {
      const parts = shape.parts.map(sample);
      const firsts = parts.map(([first = '']) => first);
      const others = parts.flatMap((texts, index) =>
        texts.slice(1, 3).map((text) => firsts.with(index, text).join('')),
      );
      return [firsts.join(''), ...others].slice(0, mostSamples);
    }
  }
}

function grow(pattern: RegExp, { prefix, pump, suffix }: Attack & { suffix: string }): SlowText | undefined {
  for (const length of lengths) {
    const text = `${prefix}${pump.repeat(Math.ceil(length / pump.length))}${suffix}`;
    const tookMs = measure(pattern, text);
    if (tookMs > allowedMs) return { prefix, pump, suffix, length, tookMs };
    if (length >= firstLong && isQuick(tookMs, length)) return undefined;
  }
  return undefined;
}

/** Whether the full length would take far less than is allowed, even if the time grew with the square of the length. */
function isQuick(tookMs: number, length: number): boolean {
  return tookMs * (fullLength / length) ** 2 < allowedMs / 2;
}

/** Returns the shortest of several attempts: other work on the machine can only make an attempt longer. */
function measure(pattern: RegExp, text: string): number {
  let shortest = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < 3 && shortest > allowedMs; tries += 1) {
    pattern.lastIndex = 0;
    const startedAt = performance.now();
    text.replace(pattern, '');
    shortest = Math.min(shortest, performance.now() - startedAt);
  }
  return shortest;
}
