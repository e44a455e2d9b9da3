import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ServerPosition } from '@parley/core';

const form = /^(?<systemIdentifier>\d+) (?<walPosition>[\dA-F]+\/[\dA-F]+)\n$/;

/** The last known position of the database server, in a file that a restore of the database leaves alone. */
export class PositionFile {
  readonly #file: string;

  constructor(folder: string) {
    this.#file = join(folder, 'server-position');
  }

  /** Returns undefined when there is no file, or none that can be read. */
  async read(): Promise<ServerPosition | undefined> {
    const text = await readFile(this.#file, 'utf8').catch(() => '');
    const { systemIdentifier, walPosition } = form.exec(text)?.groups ?? {};
    return systemIdentifier && walPosition ? { systemIdentifier, walPosition } : undefined;
  }

  /** Replaces the file as a whole, so that a kill leaves either the old position or the new one. */
  async write({ systemIdentifier, walPosition }: ServerPosition): Promise<void> {
    const draft = `${this.#file}.${process.pid}`;
    await writeFile(draft, `${systemIdentifier} ${walPosition}\n`, { mode: 0o600 });
    await rename(draft, this.#file);
  }
}
