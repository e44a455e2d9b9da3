import type { ExportTarget, ImportSource, ProtectedDataKey } from '../../src/handover/index.js';

/** An export in memory, which can be changed before it is imported. */
export class MemoryExport implements ExportTarget, ImportSource {
  lines: string[] = [];
  readonly files = new Map<string, Buffer>();
  dataKey: ProtectedDataKey | undefined;

  async writeLine(line: string): Promise<void> {
    this.lines.push(line);
  }

  async writeFile(fileId: string, chunks: AsyncIterable<Buffer>): Promise<void> {
    const bytes: Buffer[] = [];
    for await (const chunk of chunks) bytes.push(chunk);
    this.files.set(fileId, Buffer.concat(bytes));
  }

  async writeDataKey(key: ProtectedDataKey): Promise<void> {
    this.dataKey = key;
  }

  async *readLines(): AsyncGenerator<string, void> {
    yield* this.lines;
  }

  async *readFile(fileId: string): AsyncGenerator<Buffer, void> {
    const bytes = this.files.get(fileId);
    if (bytes === undefined) throw new Error(`The export has no file ${fileId}`);
    yield bytes;
  }

  async readDataKey(): Promise<ProtectedDataKey | undefined> {
    return this.dataKey;
  }

  /** Returns the rows of a table. */
  rowsOf(name: string): Record<string, unknown>[] {
    return this.lines
      .map((line) => JSON.parse(line))
      .flatMap(({ table, row }) => (table === name ? [row] : []));
  }
}
