import { findReached, type TestSources } from './read-test-sources.js';

/** What would make a test depend on the machine, or cost as much as a program. A row of a table, which begins with `['`, is a text. */
const forbidden: readonly { readonly pattern: RegExp; readonly what: string }[] = [
  { pattern: /^import [^;]*from 'node:child_process'/m, what: 'starts a process' },
  { pattern: /^import [^;]*from 'playwright-core'/m, what: 'opens a browser' },
  { pattern: /^import [^;]*\bbuildPrograms\b/m, what: 'needs built programs' },
  { pattern: /^import [^;]*\bstart(?:Scene|Processes)\b/m, what: 'starts processes of the service' },
  {
    pattern: /^import [^;]*\bstart(?:LocalPostgres|ReplicatedServers)\b/m,
    what: 'starts a PostgreSQL server',
  },
  { pattern: /^(?!\s*\[').*(?:performance\.now\(\) - |process\.cpuUsage\()/m, what: 'measures elapsed time' },
  {
    pattern: /^\s*expect\([^;]*\b(?:Date|performance)\.now\(/m,
    what: 'asserts on the time of the machine',
  },
];

/** Lists the tests of the merge tier that belong to a later tier, by their own text or by a file that they import. */
export function listTierViolations(sources: TestSources): string[] {
  const guilty = [...sources].flatMap(([file, text]) => {
    const found = forbidden.find(({ pattern }) => pattern.test(text));
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
