import { findReached, isTest, type TestSources } from './read-test-sources.js';

const startsProcess = /(?:^import [^;]*from |\bimport\()'node:(?:child_process|cluster)'/m;

/** What would make a test depend on the machine, or cost as much as a program. */
const forbidden: readonly { readonly pattern: RegExp; readonly what: string }[] = [
  { pattern: startsProcess, what: 'starts a process' },
  { pattern: /^import [^;]*from 'playwright-core'/m, what: 'opens a browser' },
  { pattern: /^import [^;]*\bbuildPrograms\b/m, what: 'needs built programs' },
  { pattern: /^import [^;]*\bstart(?:Scene|Processes)\b/m, what: 'starts processes of the service' },
  {
    pattern: /^import [^;]*\bstart(?:LocalPostgres|ReplicatedServers)\b/m,
    what: 'starts a PostgreSQL server',
  },
  {
    pattern: /performance\.now\(\) - |process\.cpuUsage\(|\bdurationMs\)\.toBe(?:Less|Greater)/,
    what: 'measures elapsed time',
  },
  {
    // Either in the assertion, or in a constant that an assertion names later.
    pattern:
      /\bexpect\([^;]*\b(?:Date|performance)\.now\(|\bconst (\w+) = (?:Date|performance)\.now\(\);[\s\S]*\bexpect\([^;]*\b\1\b/,
    what: 'asserts on the time of the machine',
  },
  {
    // A loop that waits for a condition, `while (…) await delay(5)`, is none; a statement of many seconds is one without an end.
    pattern: /^(?!.*\bwhile \().*(?:\bdelay\(\d|\bsetTimeout\(resolve, \d|\bpg_sleep\(0?\.)/m,
    what: 'sleeps for a fixed time',
  },
];

/** The texts of this file are examples of violations. */
const examples = 'tools/tests/test/find-problems.test.ts';

/** Sources that can start a process, and do not when a test only loads them. */
const loadable =
  /^(?:packages\/database\/src\/local\/|packages\/testkit\/src\/|apps\/local\/src\/sandbox\/|tools\/tests\/run-npm.ts)/;

/** Lists the tests of the merge tier that belong to a later tier, by their own text or by a file that they import. */
export function listTierViolations(sources: TestSources): string[] {
  const guilty = [...sources].flatMap(([file, text]) => {
    if (file === examples || loadable.test(file)) return [];
    const found = forbidden.find(
      ({ pattern }) => (isTest(file) || pattern === startsProcess) && pattern.test(text),
    );
    return found ? [{ file, what: found.what }] : [];
  });
  return [...sources.keys()].filter(isInMergeTier).flatMap((test) => {
    const reached = findReached(sources, (file) => file === test);
    const found = guilty.find(({ file }) => reached.has(file));
    if (found === undefined) return [];
    const where = found.file === test ? '' : ` (in ${found.file})`;
    return [
      `${test} ${found.what}${where}. Move that to a *.slow.test.ts, or do it in the process of the test.`,
    ];
  });
}

function isInMergeTier(file: string): boolean {
  return file.endsWith('.test.ts') && !/\.(?:slow|long)\.test\.ts$/.test(file);
}
