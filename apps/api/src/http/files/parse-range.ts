export interface ByteRange {
  readonly start: number;
  /** The position of the last byte, inclusive. */
  readonly end: number;
}

/**
 * Parses a single range of bytes (RFC 9110, 14.2); anything else selects the whole file. The package `range-parser`
 * returns "unsatisfiable" for a suffix longer than the file and for a range that ends before it begins, which
 * contradicts 14.1.2 and 14.1.1.
 */
export function parseRange(
  header: string | undefined,
  size: number,
): ByteRange | 'unsatisfiable' | undefined {
  const [match, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (match === undefined || (first === '' && last === '')) return undefined;
  if (first === '') return last === '0' ? 'unsatisfiable' : lastBytes(Number(last), size);
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return undefined;
  return start >= size ? 'unsatisfiable' : { start, end };
}

function lastBytes(count: number, size: number): ByteRange | 'unsatisfiable' {
  return size === 0 ? 'unsatisfiable' : { start: Math.max(0, size - count), end: size - 1 };
}
