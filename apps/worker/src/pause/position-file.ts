import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { KnownPosition } from '@parley/core';

const form = /^(?<place>\d+-\d+) (?<walPosition>[\dA-F]+\/[\dA-F]+) (?<resumes>\d+)\n$/;

const oldDraftMs = 60_000;

/** The last known position of the write-ahead log, in a file that a restore of the database does not change. */
export class PositionFile {
  readonly #folder: string;
  readonly #file: string;
  readonly #draft: string;

  constructor(folder: string) {
    this.#folder = folder;
    this.#file = join(folder, 'database-position');
    // The workers of several containers can share the folder, and each of them has the process id 1.
    this.#draft = `${this.#file}.${randomUUID()}`;
  }

  /** Returns undefined when there is no file, or none that can be read. */
  async read(): Promise<KnownPosition | undefined> {
    const text = await readFile(this.#file, 'utf8').catch(() => '');
    const { place, walPosition, resumes } = form.exec(text)?.groups ?? {};
    return place && walPosition ? { place, walPosition, resumes: Number(resumes) } : undefined;
  }

  /** Removes the drafts of workers that were killed. A draft of a running worker exists for a moment only. */
  async removeOldDrafts(): Promise<void> {
    const names = await readdir(this.#folder).catch(() => []);
    const drafts = names.filter((name) => name.startsWith(`${basename(this.#file)}.`));
    for (const draft of drafts.map((name) => join(this.#folder, name))) {
      const info = await stat(draft).catch(() => undefined);
      if (info && info.mtimeMs < Date.now() - oldDraftMs) await rm(draft, { force: true });
    }
  }

  /** Replaces the file as a whole, so that the file has either the old or the new position if the process is killed. */
  async write({ place, walPosition, resumes }: KnownPosition): Promise<void> {
    // With DATABASE_URL, nothing else creates the folder.
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    await writeFile(this.#draft, `${place} ${walPosition} ${resumes}\n`, { mode: 0o600 });
    await rename(this.#draft, this.#file);
  }
}
