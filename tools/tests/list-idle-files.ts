import { basename } from 'node:path';
import { findReached, type TestSources } from './read-test-sources.js';

/** Lists files with tests that are neither a `*.test.ts` nor imported by one, directly or through other files. */
export function listIdleFiles(sources: TestSources): string[] {
  const running = findReached(sources, (file) => file.endsWith('.test.ts'));
  const idle = [...sources].filter(([file, text]) => !running.has(file) && !isCase(file) && hasTests(text));
  return idle.map(
    ([file]) =>
      `The tests of ${file} never run. Call them in a *.test.ts beside it, or name it ${basename(file, '.ts')}.test.ts.`,
  );
}

/** Whether a test passes the file to its own Jest process. */
function isCase(file: string): boolean {
  return file.endsWith('.case.ts');
}

/** A type test is checked by the compiler and does not call Jest. */
function hasTests(text: string): boolean {
  return text.includes("from '@jest/globals'") && /^\s*(?:describe|it|test)(?:\.\w+)*\(/m.test(text);
}
