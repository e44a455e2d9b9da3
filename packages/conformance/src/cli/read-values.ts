import { ConformanceError } from '../errors/conformance-error.js';

export function readNumber(
  name: string,
  value: string | undefined,
  { min }: { min: number },
): number | undefined {
  if (value === undefined) return undefined;
  const number = Number(value);
  if (value.trim() !== '' && Number.isFinite(number) && number >= min) return number;
  throw new ConformanceError(`--${name} must be a number of at least ${min}, not ${value}.`);
}

export function readHeaders(lines: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    lines.map((line) => {
      const [, name, value] = /^([^:\s]+):\s*(.*)$/s.exec(line) ?? [];
      if (name === undefined || value === undefined)
        throw new ConformanceError(`--header must be name: value, not ${line}.`);
      return [name.toLowerCase(), value];
    }),
  );
}

export function scale(value: number | undefined, factor: number): number | undefined {
  return value === undefined ? undefined : value * factor;
}

/** Omits an option that is not set, so that its default applies. */
export function given<Name extends string>(
  name: Name,
  value: number | undefined,
): { [name in Name]?: number } {
  // TypeScript does not infer the type of an object with one computed key.
  return (value === undefined ? {} : { [name]: value }) as { [name in Name]?: number };
}
