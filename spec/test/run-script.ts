import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { RedoclyResult } from '../scripts/redocly.js';
import type { SpecCopy } from './copy-spec.js';

/** Runs a script of a copy as npm would, in a separate process. */
export function runScript({ folder }: SpecCopy, name: string, ...args: string[]): Promise<RedoclyResult> {
  const script = join(folder, `scripts/${name}.ts`);
  return new Promise((resolve) => {
    execFile(process.execPath, ['--import', tsx, script, ...args], { cwd: folder }, (error, stdout, stderr) =>
      resolve({ exitCode: Number(error?.code ?? 0), stdout, stderr }),
    );
  });
}

const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
