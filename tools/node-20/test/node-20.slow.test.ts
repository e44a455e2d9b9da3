import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';

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

it('lists the packages whose next major needs a newer Node', () => {
  const listed = [...page.matchAll(/^\| `([^`.]+)` \| ([\d.]+) \|/gm)];
  expect(listed.length).toBeGreaterThan(10);
  for (const [, name = '', version = ''] of listed) {
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
