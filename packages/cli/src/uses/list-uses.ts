import { dirname, resolve } from 'node:path';
import { CommandError } from '../command-error.js';
import { collectUses } from './collect-uses.js';
import { loadProjects } from './load-project.js';
import { createRecorder } from './record.js';
import type { UsesFile } from './uses-file.js';

export interface UsesRequest {
  /** The `tsconfig.json`, relative to `cwd`. */
  readonly config: string;
  /** Default is the working directory of the process. */
  readonly cwd?: string;
  readonly consumer: string;
  readonly onFile?: (read: number, total: number) => void;
}

/** Lists what a TypeScript project uses of the API. */
export function listUses({ config, cwd = '', consumer, onFile }: UsesRequest): UsesFile {
  const projects = loadProjects(config, cwd).filter(({ types }) => types.contracts.size > 0);
  if (projects.length === 0)
    throw new CommandError(
      `The project of ${config} does not import @parley/client. Is the package installed, and is this the right project?`,
    );
  const recorder = createRecorder(dirname(resolve(cwd, config)));
  for (const project of projects) collectUses(project, recorder, onFile);
  return recorder.toFile(consumer);
}
