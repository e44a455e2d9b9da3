/** Creates a small generator of pseudo-random numbers (mulberry32): the same seed leads to the same run. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** Returns a copy of a JSON value in which one to three values are replaced, removed or duplicated. */
export function mutate(value: unknown, random: () => number): unknown {
  let result = structuredClone(value);
  const times = 1 + Math.floor(random() * 3);
  for (let count = 0; count < times; count += 1) result = mutateOnce(result, random);
  return result;
}

function mutateOnce(value: unknown, random: () => number): unknown {
  if (typeof value !== 'object' || value === null || random() < 0.1) return pick(HOSTILE, random);
  if (Array.isArray(value)) {
    if (value.length === 0 || random() < 0.1) return [...value, pick(HOSTILE, random), ...value];
    const index = Math.floor(random() * value.length);
    return value.map((entry, at) => (at === index ? mutateOnce(entry, random) : entry));
  }
  const keys = Object.keys(value);
  const key = pick(keys, random);
  if (key === undefined || random() < 0.1)
    return { ...value, [pick(KEYS, random) ?? 'x']: pick(HOSTILE, random) };
  const entries = Object.entries(value);
  if (random() < 0.1) return Object.fromEntries(entries.filter(([name]) => name !== key));
  return Object.fromEntries(
    entries.map(([name, entry]) => [name, name === key ? mutateOnce(entry, random) : entry]),
  );
}

function pick<T>(choices: readonly T[], random: () => number): T | undefined {
  return choices[Math.floor(random() * choices.length)];
}

const KEYS = ['__proto__', 'constructor', 'toString', 'id', 'type', 'length', ''];

export const HOSTILE: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1e308,
  1.5,
  '',
  ' ',
  '\u0000',
  '\uD800',
  'constructor',
  '__proto__',
  '../../etc/passwd',
  'javascript:alert(1)',
  'http://[::1',
  '%E0%A4%A',
  '99999999999999999999',
  '<script>',
  'a@b, c@d',
  'x'.repeat(5000),
  [],
  [[]],
  [null],
  {},
  { id: {} },
  { length: -1 },
  { toString: null, valueOf: 7 },
];
