import { once } from 'node:events';
import { rmSync } from 'node:fs';

export default async function tearDown() {
  const child = globalThis.parleyTestPostgres;
  if (child.exitCode === null) {
    child.stdin.end();
    await once(child, 'exit');
  }
  rmSync(process.env.PARLEY_TEST_RUN, { recursive: true, force: true });
  if (child.exitCode !== 0)
    throw new Error(`The PostgreSQL of the test run ended with code ${child.exitCode}.`);
}
