import { createHash } from 'node:crypto';
import { AdministrationError } from '../tenants/administration-error.js';
import type { ExportLine } from './export-form.js';

/** Reads the lines of an export one by one, and computes the checksum of all lines before the last one. */
export class LineReader {
  readonly #lines: AsyncIterator<string>;
  readonly #hash = createHash('sha256');
  #count = 0;
  #digest = '';
  /** The text of the current line. */
  text = '';

  constructor(lines: AsyncIterable<string>) {
    this.#lines = lines[Symbol.asyncIterator]();
  }

  /** The number of lines before the last one. */
  get count(): number {
    return this.#count;
  }

  /** SHA-256 of these lines; empty until the last line was read. */
  get digest(): string {
    return this.#digest;
  }

  /** Returns undefined after the last line. */
  async next(): Promise<ExportLine | undefined> {
    const { value, done } = await this.#lines.next();
    if (done === true) return undefined;
    this.text = value;
    const line = this.#parse(value);
    if (line.kind === 'end') {
      this.#digest = this.#hash.digest('hex');
    } else {
      this.#hash.update(`${value}\n`);
      this.#count += 1;
    }
    return line;
  }

  #parse(text: string): ExportLine {
    try {
      const line = JSON.parse(text);
      // The kinds are those of `ExportLine`; whoever reads a line checks its values.
      if (['header', 'row', 'job', 'missing_file', 'end'].includes(Object(line).kind)) return line;
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
    }
    throw new AdministrationError(
      `Line ${this.#count + 1} of the export is not valid. Nothing was imported.`,
    );
  }
}
