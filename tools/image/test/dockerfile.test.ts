import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { type Instruction, readDockerfile } from '../read-dockerfile.js';
import { root } from './root.js';

/** `image.long.test.ts` builds the tree of the image and runs its processes; `npm run test:image` runs it. */
describe('the Dockerfile', () => {
  const [build, final] = readDockerfile(readFileSync(join(root, 'Dockerfile'), 'utf8'));
  const listOf = (keyword: string): Instruction[] =>
    (final?.instructions ?? []).filter((instruction) => instruction.keyword === keyword);

  test('has one build stage for all platforms', () => {
    expect(build).toMatchObject({ name: 'build', platform: '$BUILDPLATFORM' });
  });

  test('runs as a user other than root, who owns the folder that stays and nothing else', () => {
    expect(listOf('USER').map(({ words }) => words)).toEqual([['node']]);
    const owned = listOf('COPY').filter(({ flags }) => flags.has('chown'));
    expect(owned.map(({ words, flags }) => [words.at(-1), flags.get('chown')])).toEqual([
      ['/var/lib/parley', 'node:node'],
    ]);
  });

  test('copies only what the build stage has packed, and runs no command on it', () => {
    expect(listOf('COPY').map(({ flags }) => flags.get('from'))).toEqual(['build', 'build']);
    expect(listOf('RUN')).toEqual([]);
  });
});
