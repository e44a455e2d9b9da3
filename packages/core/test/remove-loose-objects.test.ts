import { describe, expect, test } from '@jest/globals';
import { type Database, FileFailures, type ObjectStore } from '@parley/database';
import { newId, removeLooseObjects } from '../src/index.js';
import { useWorlds } from './use-worlds.js';

const worlds = useWorlds({ objectRemovalBatch: 5 });
const at = new Date('2026-11-14T09:30:00.000Z');

/** An object storage that refuses to remove some objects. */
function storageThatRefuses(refused: (key: string) => boolean) {
  const removed: string[] = [];
  const requested: string[] = [];
  const objects: Pick<ObjectStore, 'remove'> = {
    async remove(key) {
      requested.push(key);
      if (refused(key)) throw new Error('AccessDenied');
      removed.push(key);
    },
  };
  // Nothing else is called here.
  const files = { store: 's3', objects: objects as ObjectStore, failures: new FileFailures() } as const;
  const database: Database = { ...worlds.database, files };
  return { database, removed, requested };
}

async function addLooseObjects(count: number): Promise<string[]> {
  const keys = Array.from({ length: count }, (_, index) => `${String(index).padStart(4, '0')}/${newId()}`);
  const { prisma } = worlds.database;
  await prisma.looseObject.deleteMany();
  await prisma.looseObject.createMany({
    data: keys.map((key, index) => ({ key, isLeaving: true, removeAt: new Date(index) })),
  });
  return keys;
}

describe('removeLooseObjects', () => {
  test('an object that cannot be removed does not keep the others, and is reported', async () => {
    const [first, ...others] = await addLooseObjects(6);
    const { database, removed } = storageThatRefuses((key) => key === first);
    const removing = removeLooseObjects(database, at, worlds.sizes);
    await expect(removing).rejects.toMatchObject({
      message: '1 objects could not be removed',
      cause: new Error('AccessDenied'),
    });
    expect(removed.toSorted()).toEqual(others);
    const left = await database.prisma.looseObject.findMany();
    expect(left.map(({ key }) => key)).toEqual([first]);
  });

  test('stops after a batch of which nothing can be removed', async () => {
    await addLooseObjects(6);
    const { database, requested } = storageThatRefuses(() => true);
    await expect(removeLooseObjects(database, at, worlds.sizes)).rejects.toThrow(
      '5 objects could not be removed',
    );
    expect(requested).toHaveLength(5);
  });
});
