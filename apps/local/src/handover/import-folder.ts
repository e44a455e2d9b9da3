import { createReadStream } from 'node:fs';
import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { ImportSource, ProtectedDataKey } from '@parley/core/handover';
import { CommandError } from '../command-error.js';
import { dataKeyFile, filesFolder, linesFile } from './folder-layout.js';

/** Reads an export from its folder. */
export class ImportFolder implements ImportSource {
  readonly #folder: string;

  static async open(folder: string): Promise<ImportFolder> {
    await access(join(folder, linesFile)).catch(() => {
      throw new CommandError(`${folder} has no complete export: ${linesFile} is missing.`);
    });
    return new ImportFolder(folder);
  }

  private constructor(folder: string) {
    this.#folder = folder;
  }

  readLines(): AsyncIterable<string> {
    const input = createReadStream(join(this.#folder, linesFile));
    return createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY });
  }

  async *readFile(fileId: string): AsyncGenerator<Buffer, void> {
    yield* createReadStream(join(this.#folder, filesFolder, fileId));
  }

  async readDataKey(): Promise<ProtectedDataKey | undefined> {
    try {
      // The file was written by an export; with a wrong value in it, the data key cannot be decrypted.
      return JSON.parse(await readFile(join(this.#folder, dataKeyFile), 'utf8')) as ProtectedDataKey;
    } catch (error) {
      if (Object(error).code === 'ENOENT') return undefined;
      throw new CommandError(`${dataKeyFile} of the export cannot be read.`);
    }
  }
}
