import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { applyChanges } from '../src/dev/apply-changes.js';
import { classifyChanges } from '../src/dev/classify-changes.js';

/** Runs the steps for a change of one file; each step records its start and its end. */
async function takenSteps(path: string, failing?: string): Promise<string[]> {
  const taken: string[] = [];
  const step = (name: string) => async () => {
    taken.push(`${name} begins`);
    await turn();
    taken.push(`${name} ends`);
    return name !== failing;
  };
  const restart = step('restart');
  await applyChanges(classifyChanges([path]), {
    lintContract: step('lint'),
    rebuildService: step('rebuild'),
    buildDocs: () => taken.push('docs'),
    restartService: async () => {
      await restart();
    },
  });
  return taken;
}

describe('an edit during npm run dev', () => {
  const contract = 'spec/v3/paths/workspace.yaml';
  const lint = ['lint begins', 'lint ends'];
  const rebuild = ['rebuild begins', 'rebuild ends'];
  const restart = ['restart begins', 'restart ends'];

  it('of the contract builds the documentation after the service, never at the same time', async () => {
    expect(await takenSteps(contract)).toEqual([...lint, ...rebuild, 'docs', ...restart]);
  });

  it('of the contract that violates a rule, or does not build, changes nothing', async () => {
    expect(await takenSteps(contract, 'lint')).toEqual(lint);
    expect(await takenSteps(contract, 'rebuild')).toEqual([...lint, ...rebuild]);
  });

  it('of a handler does not rebuild the documentation, and an edit of a guide does not restart the service', async () => {
    expect(await takenSteps('apps/api/src/v3/chats.ts')).toEqual([...rebuild, ...restart]);
    expect(await takenSteps('apps/docs/pages/guides/errors.md')).toEqual(['docs']);
  });
});
