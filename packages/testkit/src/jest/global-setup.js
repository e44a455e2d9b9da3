import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

// This file is plain JavaScript, because Jest does not transpile what it loads outside of tests.

/** Starts PostgreSQL for the whole run without waiting for it: only tests that need a database wait. */
export default async function setUp() {
  await refuseStaleContract();
  const folder = mkdtempSync(join(tmpdir(), 'parley-test-run-'));
  process.env.PARLEY_TEST_RUN = folder;
  // A process of a test must not find files of another run, such as the last position of another database.
  process.env.DATA_DIR = join(folder, 'data');
  const program = fileURLToPath(new URL('postgres-process.ts', import.meta.url));
  const typescript = new URL('../../../../tools/typescript/register.js', import.meta.url).href;
  const flags = ['--import', typescript, '--conditions=@parley/source'];
  const child = spawn(process.execPath, [...flags, program, join(folder, 'postgres.json')], {
    stdio: ['pipe', 'inherit', 'inherit'],
    // The flags of the test run are not meant for this process.
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  globalThis.parleyTestPostgres = child;
}

/** Otherwise the tests of everything that is generated would fail, and none would say why. */
async function refuseStaleContract() {
  const contract = new URL('../../../contract/', import.meta.url);
  const { findStaleContract } = await import(new URL('generator/stale-contract.ts', contract).href);
  const line = findStaleContract(contract);
  if (line === undefined) return;
  process.stderr.write(`${line}\n`);
  process.exit(1);
}
