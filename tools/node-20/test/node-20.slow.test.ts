import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { parse } from 'yaml';

const root = join(import.meta.dirname, '../../..');
const page = readFileSync(join(root, 'docs/decisions/0085-node-20.md'), 'utf8');
const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim().split('\n');

it('lists the files that contain something only for Node 20', () => {
  const listed = [...page.matchAll(/^\| `([^`]+\.\w+)` \|/gm)].map(([, file]) => file);
  const commented = git(
    'grep',
    '--untracked',
    '-lE',
    '^ *(//|/?\\*+) Node 20: ',
    '--',
    '*.ts',
    '*.js',
    '*.cjs',
    '*.mjs',
  );
  expect(listed.toSorted()).toEqual(commented.toSorted());
});

it('loads tsx in one file only, which does so only where Node needs it', () => {
  const namesTsx = `--import[= ]tsx|['"]tsx['"]`;
  const files = git('grep', '--untracked', '-lE', '-e', namesTsx, '--', '.', ':!*.md', ':!package-lock.json');
  expect(files).toEqual(['package.json', 'tools/typescript/register.js']);
});

it('lets Dependabot propose no version that does not run on Node 20', () => {
  const { updates }: { updates: { ignore?: { 'dependency-name': string; 'update-types': string[] }[] }[] } =
    parse(readFileSync(join(root, '.github/dependabot.yml'), 'utf8'));
  const ignored = updates.flatMap(({ ignore = [] }) => ignore);
  expect(ignored.map((each) => [each['dependency-name'], ...each['update-types']])).toEqual(
    listPackages().map(({ name, version }) => [
      name,
      ...(version.includes('.') ? ['version-update:semver-minor'] : []),
      'version-update:semver-major',
    ]),
  );
});

it('lists the packages whose next major needs a newer Node', () => {
  const listed = listPackages();
  expect(listed.length).toBeGreaterThan(10);
  for (const { name, version } of listed) {
    const used = git(
      'grep',
      '-hE',
      `"${name}": "[~^]?${version.replace('.', '\\.')}\\.`,
      '--',
      '*package.json',
    );
    const all = git('grep', '-hF', `"${name}": "`, '--', '*package.json');
    expect({ name, versions: used }).toEqual({ name, versions: all });
  }
});

function listPackages(): { name: string; version: string }[] {
  const rows = page.matchAll(/^\| `([^`.]+)` \| ([\d.]+) \|/gm);
  return [...rows].map(([, name = '', version = '']) => ({ name, version }));
}
