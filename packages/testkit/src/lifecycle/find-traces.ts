import { findInDatabase } from '../database/find-in-database.js';
import type { TestObjectStorage } from '../object-storage/start-object-storage.js';
import type { Installation } from './plant/installation.js';

/** Finds the places in which one of the texts is found, with the number of rows or objects. */
export async function findTraces(
  { database, objects }: Installation,
  texts: readonly string[],
): Promise<Record<string, number>> {
  const count = objects ? await countObjects(objects, texts) : 0;
  return { ...(await findInDatabase(database, texts)), ...(count > 0 && { 'object storage': count }) };
}

async function countObjects(objects: TestObjectStorage, texts: readonly string[]): Promise<number> {
  const keys = await objects.listKeys();
  const contents = await Promise.all(keys.map(async (key) => `${key} ${await objects.read(key)}`));
  return contents.filter((content) => texts.some((text) => content.includes(text))).length;
}
