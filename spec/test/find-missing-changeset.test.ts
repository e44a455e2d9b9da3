import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { makeTestFolder } from '@parley/testkit/make-test-folder';
import type { Comparison, Severity } from '../scripts/change.js';
import { findMissingChangeset } from '../scripts/find-missing-changeset.js';
import { addProblems, judgeComparisons } from '../scripts/judge-comparisons.js';
import { renderFailure } from '../scripts/render-failure.js';
import { renderReport } from '../scripts/render-report.js';

/** A repository with the changeset `earlier.md`, which the commit that the branch started from has too. */
describe('a change for partners', () => {
  const earlier = '---\n"@parley/contract": minor\n---\n\nLabels have a color.\n';
  const committed: Readonly<Record<string, string>> = {
    '../.changeset/earlier.md': earlier.trim(),
    'released/lock.json': '{ "v3.json": "sha256-a" }',
  };
  const base = { readText: (file: string) => committed[file] };
  let repository: string;
  const write = async (file: string, text: string): Promise<void> => {
    await mkdir(dirname(join(repository, file)), { recursive: true });
    await writeFile(join(repository, file), text);
  };
  const find = (severity: Severity): Promise<string[]> =>
    findMissingChangeset([compared(severity)], base, join(repository, 'spec'));

  beforeEach(async () => {
    repository = makeTestFolder('changeset');
    await write('.changeset/earlier.md', earlier);
    await write('.changeset/README.md', '"@parley/contract": minor');
    await write('spec/released/lock.json', '{ "v3.json": "sha256-a" }\n');
  });

  it.each(['breaking', 'addition'] as const)('needs a changeset of its branch: %s', async (severity) => {
    await expect(find(severity)).resolves.toEqual([
      expect.stringContaining('create `.changeset/<any name>.md`: `"@parley/contract": minor` between'),
    ]);
    await write('.changeset/own.md', '---\n"@parley/contract": minor\n---\n\nLabels have an icon.\n');
    await expect(find(severity)).resolves.toEqual([]);
  });

  it('may extend the text of an earlier changeset', async () => {
    await write('.changeset/earlier.md', `${earlier}\nThey have an icon, too.\n`);
    await expect(find('addition')).resolves.toEqual([]);
  });

  it.each([
    ['another package', '"@parley/client": minor'],
    ['no new version', '"@parley/contract": none'],
    ['no package', ''],
  ])('is not described by a changeset with %s', async (_, packages) => {
    await write('.changeset/own.md', `---\n${packages}\n---\n\nSomething about "@parley/contract": minor\n`);
    await expect(find('addition')).resolves.toHaveLength(1);
  });

  it('is not what another text is', async () => {
    await expect(find('other')).resolves.toEqual([]);
  });

  it('has no changeset any more after its release', async () => {
    await write('spec/released/lock.json', '{ "v3.json": "sha256-b" }\n');
    await expect(find('addition')).resolves.toEqual([]);
  });

  it('fails the gate, which says so in the report and on the terminal', async () => {
    const judgement = addProblems(judgeComparisons([compared('addition')], []), await find('addition'));
    expect(judgement.passes).toBe(false);
    expect(renderReport(judgement)).toContain('- The contract changes for partners, and no changeset');
    expect(renderFailure(judgement)).toContain('Run `npm run changeset`');
  });
});

function compared(severity: Severity): Comparison {
  const change = { rule: 'a-rule', location: 'GET /chats', sentence: 'It changed.', severity };
  return { version: 'v3', released: '3.0.0', current: '3.1.0', changes: [change], since: 'abc1234' };
}
