import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { CommandError } from '../command-error.js';

/** What this command uses of `@parley/sandbox`. */
export interface SandboxPackage {
  startSandbox(options: {
    readonly port?: number;
    readonly seed?: 'demo' | 'empty';
    readonly log?: boolean;
  }): Promise<{
    readonly url: string;
    readonly token: string;
    readonly startMs: number;
    stop(): Promise<void>;
  }>;
}

/**
 * Loads the package of the project, or the one beside this command. It has a PostgreSQL and is a hundred times as large as this
 * command, so it is installed only where it is used.
 */
export async function loadSandbox(cwd: string): Promise<SandboxPackage> {
  for (const place of [join(cwd, 'package.json'), import.meta.url]) {
    const path = find(place);
    if (path !== undefined) return import(pathToFileURL(path).href);
  }
  throw new CommandError('This command needs another package: npm i -D @parley/sandbox');
}

function find(place: string): string | undefined {
  try {
    return createRequire(place).resolve('@parley/sandbox');
  } catch {
    return undefined;
  }
}
