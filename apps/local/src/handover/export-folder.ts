import { createWriteStream, type WriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import type { ExportTarget, ProtectedDataKey } from '@parley/core/handover';
import { CommandError } from '../command-error.js';
import { dataKeyFile, filesFolder, linesFile } from './folder-layout.js';

/** Only the owner can read what is written: it is the personal data of a whole workspace. */
const privateFile = 0o600;

/**
 * Writes an export into a folder. The file of the lines gets its name at the end, so that an incomplete export is not
 * mistaken for a complete one.
 */
export class ExportFolder implements ExportTarget {
  readonly #folder: string;
  readonly #lines: WriteStream;

  static async create(folder: string): Promise<ExportFolder> {
    await mkdir(join(folder, filesFolder), { recursive: true, mode: 0o700 });
    const present = (await readdir(folder)).filter((name) => name !== filesFolder);
    if (present.length > 0)
      throw new CommandError(`${folder} is not empty; name a folder that does not exist yet.`);
    return new ExportFolder(folder);
  }

  private constructor(folder: string) {
    this.#folder = folder;
    this.#lines = createWriteStream(join(folder, `${linesFile}.partial`), { mode: privateFile });
  }

  async writeLine(line: string): Promise<void> {
    if (this.#lines.write(`${line}\n`)) return;
    await new Promise<void>((resolve, reject) => {
      this.#lines.once('drain', resolve);
      this.#lines.once('error', reject);
    });
  }

  async writeFile(fileId: string, chunks: AsyncIterable<Buffer>): Promise<void> {
    const path = join(this.#folder, filesFolder, fileId);
    try {
      await pipeline(Readable.from(chunks), createWriteStream(path, { mode: privateFile }));
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    }
  }

  async writeDataKey(key: ProtectedDataKey): Promise<void> {
    const path = join(this.#folder, dataKeyFile);
    await writeFile(path, `${JSON.stringify(key, null, 2)}\n`, { mode: privateFile });
  }

  async finish(): Promise<void> {
    this.#lines.end();
    await finished(this.#lines);
    await rename(join(this.#folder, `${linesFile}.partial`), join(this.#folder, linesFile));
  }

  /** Keeps the files that were written; the file of the lines does not get its final name. */
  abandon(): void {
    this.#lines.destroy();
  }
}
