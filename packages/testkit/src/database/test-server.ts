import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

export interface TestServer {
  readonly adminUrl: string;
  /** The migrated database that tests copy. */
  readonly template: string;
}

const timeoutMs = 90_000;

/** Finds the PostgreSQL of this test run; waits until it has started. */
export async function findTestServer(): Promise<TestServer> {
  const stateFile = join(testRunFolder(), 'postgres.json');
  const deadline = performance.now() + timeoutMs;
  while (!existsSync(stateFile)) {
    if (performance.now() > deadline)
      throw new Error('The PostgreSQL of the test run did not start; its error is printed above.');
    await delay(20);
  }
  return JSON.parse(readFileSync(stateFile, 'utf8'));
}

/** Returns the folder that the processes of one test run share. */
export function testRunFolder(): string {
  const folder = process.env.PARLEY_TEST_RUN;
  if (!folder) throw new Error('Tests with a database run under the root Jest configuration.');
  return folder;
}
