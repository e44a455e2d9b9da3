import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { applyChanges } from '../src/dev/apply-changes.js';
import { classifyChanges, mergeChanges, noChanges } from '../src/dev/classify-changes.js';

/** Runs the steps for a change of one file; each step records its start and its end. */
async function takenSteps(path: string, failing?: string): Promise<(string | false)[]> {
  const taken: (string | false)[] = [];
  const step = (name: string) => async () => {
    taken.push(`${name} begins`);
    await turn();
    taken.push(`${name} ends`);
    return name !== failing;
  };
  const restart = step('restart');
  const isApplied = await applyChanges(classifyChanges([path]), {
    lintContract: step('lint'),
    rebuildService: step('rebuild'),
    buildDocs: () => taken.push('docs'),
    restartService: async () => {
      await restart();
    },
  });
  return isApplied ? taken : [...taken, false];
}

describe('an edit during npm run dev', () => {
  const contract = 'spec/v3/paths/workspace.yaml';
  const lintAndRebuild = ['lint begins', 'rebuild begins', 'lint ends', 'rebuild ends'];
  const rebuild = ['rebuild begins', 'rebuild ends'];
  const restart = ['restart begins', 'restart ends'];

  it('of the contract builds the documentation after the service, never at the same time', async () => {
    expect(await takenSteps(contract)).toEqual([...lintAndRebuild, ...restart, 'docs']);
  });

  it('of the contract that violates a rule, or does not build, changes nothing and is not applied', async () => {
    expect(await takenSteps(contract, 'lint')).toEqual([...lintAndRebuild, false]);
    expect(await takenSteps(contract, 'rebuild')).toEqual([...lintAndRebuild, false]);
  });

  it('that was not applied is applied with the next one', () => {
    const refused = mergeChanges(noChanges, classifyChanges([contract]));
    expect(mergeChanges(refused, classifyChanges(['apps/api/README.md']))).toEqual({
      contract: true,
      service: true,
      docs: true,
    });
  });

  it('of a handler does not rebuild the documentation, and an edit of a guide does not restart the service', async () => {
    expect(await takenSteps('apps/api/src/v3/chats.ts')).toEqual([...rebuild, ...restart]);
    expect(await takenSteps('apps/docs/pages/guides/errors.md')).toEqual(['docs']);
  });
});
