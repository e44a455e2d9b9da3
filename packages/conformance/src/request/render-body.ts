/** Renders a shell command that prints a body: text as it is, repeated text by a count, and other bytes by number. */
export function renderBodyCommand(body: Buffer): string {
  const text = body.toString();
  if (!isText(body)) return `printf '${toOctal(body)}'`;
  const parts = splitRepeats(text).map(({ unit, times }) =>
    times === 1
      ? `printf %s ${quoteText(unit)}`
      : `printf ${quoteText(`${escapeFormat(unit)}%.0s`)} $(seq ${times})`,
  );
  return parts.length === 1 ? (parts[0] ?? '') : `{ ${parts.join('; ')}; }`;
}

/** Whether a body can be an argument in a shell: text without NUL that is short enough to read. */
export function isPlainBody(body: Buffer): boolean {
  return isText(body) && splitRepeats(body.toString()).every(({ times }) => times === 1);
}

/** A shell does not interpret anything inside single quotes. */
export function quoteText(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

function isText(body: Buffer): boolean {
  return Buffer.from(body.toString()).equals(body) && !body.includes(0);
}

interface Repeat {
  readonly unit: string;
  readonly times: number;
}

/** Shorter texts are easier to read unabridged. */
const longText = 500;

function splitRepeats(text: string): Repeat[] {
  if (text.length < longText) return [{ unit: text, times: 1 }];
  const repeats: Repeat[] = [];
  let end = 0;
  for (const { 0: run, 1: unit = '', index } of text.matchAll(/([^']{1,40}?)\1{49,}/gsu)) {
    if (index > end) repeats.push({ unit: text.slice(end, index), times: 1 });
    repeats.push({ unit, times: run.length / unit.length });
    end = index + run.length;
  }
  return end === text.length ? repeats : [...repeats, { unit: text.slice(end), times: 1 }];
}

function escapeFormat(unit: string): string {
  return unit.replaceAll('\\', '\\\\').replaceAll('%', '%%');
}

function toOctal(bytes: Buffer): string {
  return [...bytes]
    .map((byte) => {
      const isPlain = byte >= 0x20 && byte < 0x7f && byte !== 0x25 && byte !== 0x27 && byte !== 0x5c;
      return isPlain ? String.fromCharCode(byte) : `\\${byte.toString(8).padStart(3, '0')}`;
    })
    .join('');
}
