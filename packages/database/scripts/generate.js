import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

// The CLI looks for a schema engine before every command and would download one, although `generate` never runs it. Any
// executable satisfies the search.
const environment = {
  ...process.env,
  PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
  PRISMA_HIDE_UPDATE_MESSAGE: '1',
  CHECKPOINT_DISABLE: '1',
};

const packageFolder = fileURLToPath(new URL('..', import.meta.url));
const schema = fileURLToPath(new URL('../../../prisma/schema.prisma', import.meta.url));
const prisma = createRequire(import.meta.url).resolve('prisma/build/index.js');

rmSync(new URL('../generated', import.meta.url), { recursive: true, force: true });
execFileSync(process.execPath, [prisma, 'generate', `--schema=${schema}`, '--no-hints'], {
  cwd: packageFolder,
  env: environment,
  stdio: ['ignore', 'ignore', 'inherit'],
});
