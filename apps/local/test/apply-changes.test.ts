import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { applyChanges } from '../src/dev/apply-changes.js';
import { classifyChanges, mergeChanges, noChanges } from '../src/dev/classify-changes.js';

/** Runs the steps for a change of one or two files; each step records its start and its end. */
async function takenSteps(
  path: string,
  failing?: string,
  { other = path, isBuildingDocs = false } = {},
): Promise<(string | false)[]> {
  const taken: (string | false)[] = [];
  const step = (name: string) => async () => {
    taken.push(`${name} begins`);
    await turn();
    taken.push(`${name} ends`);
    return name !== failing;
  };
  const restart = step('restart');
  const isApplied = await applyChanges(classifyChanges([path, other]), {
    lintContract: step('lint'),
    rebuildContract: step('rebuild contract'),
    rebuildService: step('rebuild'),
    buildDocs: () => taken.push('docs'),
    interruptDocs: async () => {
      await turn();
      if (isBuildingDocs) taken.push('interrupt docs');
      return isBuildingDocs;
    },
    prepareService: () => taken.push('prepare'),
    loadService: () => taken.push('load'),
    discardService: async () => {
      taken.push('discard');
    },
    restartService: async () => {
      await restart();
    },
  });
  return isApplied ? taken : [...taken, false];
}

describe('an edit during npm run dev', () => {
  const contract = 'spec/v3/paths/workspace.yaml';
  const lintAndRebuild = [
    'prepare',
    'lint begins',
    'rebuild contract begins',
    'lint ends',
    'rebuild contract ends',
  ];
  const rebuild = ['discard', 'rebuild begins', 'rebuild ends', 'load'];
  const restart = ['restart begins', 'restart ends'];

  it('of the contract builds the documentation after the service, never at the same time', async () => {
    expect(await takenSteps(contract)).toEqual([...lintAndRebuild, 'load', ...restart, 'docs']);
  });

  it('while the documentation is built ends that build before its own, and starts it again in any case', async () => {
    const isBuildingDocs = true;
    const handler = 'apps/api/src/v3/chats.ts';
    expect(await takenSteps(handler, undefined, { isBuildingDocs })).toEqual([
      'discard',
      'interrupt docs',
      ...rebuild.slice(1),
      ...restart,
      'docs',
    ]);
    expect(await takenSteps(contract, 'rebuild contract', { isBuildingDocs })).toEqual([
      'prepare',
      'lint begins',
      'interrupt docs',
      ...lintAndRebuild.slice(2),
      'docs',
      false,
    ]);
  });

  it('of the contract that violates a rule, or does not build, changes nothing and is not applied', async () => {
    expect(await takenSteps(contract, 'lint')).toEqual([...lintAndRebuild, 'load', 'discard', false]);
    expect(await takenSteps(contract, 'rebuild contract')).toEqual([...lintAndRebuild, false]);
  });

  it('that was not applied is applied with the next one', () => {
    const refused = mergeChanges(noChanges, classifyChanges([contract]));
    expect(mergeChanges(refused, classifyChanges(['apps/api/README.md']))).toEqual({
      contract: true,
      service: false,
      docs: true,
    });
  });

  it('of the contract and of a handler builds the whole service', async () => {
    const steps = await takenSteps(contract, undefined, { other: 'apps/api/src/v3/chats.ts' });
    expect(steps).toEqual([
      'discard',
      'lint begins',
      'rebuild begins',
      'lint ends',
      ...rebuild.slice(2),
      ...restart,
      'docs',
    ]);
  });

  it('of a handler does not rebuild the documentation, and an edit of a guide does not restart the service', async () => {
    expect(await takenSteps('apps/api/src/v3/chats.ts')).toEqual([...rebuild, ...restart]);
    expect(await takenSteps('apps/docs/pages/guides/errors.md')).toEqual(['docs']);
  });
});
