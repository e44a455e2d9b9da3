import { execFile } from 'node:child_process';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, jest, test } from '@jest/globals';
import { buildPrograms } from '../../testkit/src/index.js';
import { archiveIn, describeOrigin, originIn, templateFolder } from '../src/local/cluster-template.js';
import { findPostgresBinaries } from '../src/local/postgres-binaries.js';
import { expectInitialised, useClusters } from './support/use-clusters.js';

jest.setTimeout(90_000);

buildPrograms();
const folder = useClusters();

// The template of the build can be used as it is, so that each test finds only what it damages.
beforeAll(async () => {
  const { size } = await stat(archiveIn(templateFolder()));
  const origin = JSON.parse(await readFile(originIn(templateFolder()), 'utf8'));
  expect(origin).toEqual({ ...(await describeOrigin(await findPostgresBinaries())), bytes: size });
});

describe('a template', () => {
  test.each([
    ['another PostgreSQL', { postgres: '17.9' }],
    ['another machine', { machine: 'plan9-pdp11' }],
    ['other migrations', { migrations: 'edited' }],
  ])('of %s is not used: the cluster is initialised', async (_, difference) => {
    const other = await folder.copyTemplate(templateFolder());
    const origin = JSON.parse(await readFile(originIn(other), 'utf8'));
    await writeFile(originIn(other), JSON.stringify({ ...origin, ...difference }));
    await expectInitialised(await folder.start('data', other));
  });

  test('that is truncated is not used, even if tar does not notice', async () => {
    const other = await folder.copyTemplate(templateFolder());
    await promisify(execFile)('tar', ['-cf', archiveIn(other), '-T', '/dev/null']);
    await expectInitialised(await folder.start('data', other));
  });

  test('whose description is truncated is not used', async () => {
    const other = await folder.copyTemplate(templateFolder());
    await writeFile(originIn(other), '{"postgres":');
    await expectInitialised(await folder.start('data', other));
  });

  test('that PostgreSQL cannot use is not used', async () => {
    const other = await folder.copyTemplate(templateFolder());
    await mkdir(join(folder.path, 'damaged'));
    await promisify(execFile)('tar', ['-cf', archiveIn(other), '-C', join(folder.path, 'damaged'), '.']);
    const origin = JSON.parse(await readFile(originIn(other), 'utf8'));
    const { size } = await stat(archiveIn(other));
    await writeFile(originIn(other), JSON.stringify({ ...origin, bytes: size }));
    await expectInitialised(await folder.start('data', other));
  });

  test('that tar cannot read is not used', async () => {
    const other = await folder.copyTemplate(templateFolder());
    await writeFile(archiveIn(other), 'nonsense');
    const origin = JSON.parse(await readFile(originIn(other), 'utf8'));
    await writeFile(originIn(other), JSON.stringify({ ...origin, bytes: 8 }));
    await expectInitialised(await folder.start('data', other));
  });
});
