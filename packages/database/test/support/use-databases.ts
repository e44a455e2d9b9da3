import { afterAll } from '@jest/globals';
import { createTestDatabase } from '../../../testkit/src/database/create-test-database.js';

/** Returns a function that copies a template, and returns the URL. The copies are dropped after the tests of the file. */
export function useDatabases(): (template?: string) => Promise<string> {
  const closing: (() => Promise<void>)[] = [];
  afterAll(async () => {
    for (const close of closing.reverse()) await close();
  });
  return async (template) => {
    const { url, close } = await createTestDatabase({ ...(template !== undefined && { template }) });
    closing.push(close);
    return url;
  };
}

/** Returns the name of the database, which can be the template of another one. */
export const nameOf = (url: string) => new URL(url).pathname.slice(1);
