import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { RedoclyResult } from '../scripts/redocly.js';
import type { SpecCopy } from './copy-spec.js';

/** Runs a script of a copy as npm would, in a separate process. The copy has no commit that a workflow could name. */
export function runScript({ folder }: SpecCopy, name: string, ...args: string[]): Promise<RedoclyResult> {
  const script = join(folder, `scripts/${name}.ts`);
  return new Promise((resolve) => {
    const options = { cwd: folder, env: { ...process.env, CONTRACT_BASE: '' } };
    execFile(process.execPath, ['--import', tsx, script, ...args], options, (error, stdout, stderr) =>
      resolve({ exitCode: Number(error?.code ?? 0), stdout, stderr }),
    );
  });
}

const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
