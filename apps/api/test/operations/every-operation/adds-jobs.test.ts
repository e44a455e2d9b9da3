import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { v2, v3 } from '@parley/contract/operations';

const root = resolve(import.meta.dirname, '../../../../..');
const core = join(root, 'packages/core/src');

/** Operations whose use case can add jobs, and which no number of waiting jobs may refuse. */
const unlimited: Readonly<Record<string, string>> = {
  cancelCampaign: 'removes waiting jobs',
  cancelMessage: 'makes a waiting job due, which does nothing; adds the deliveries of one event',
  createCampaign: 'creates a draft, which has no jobs',
  deactivateAutomation: 'adds no job; shares a module with the publication',
  deleteAutomation: 'removes waiting jobs',
  deleteCampaign: 'removes waiting jobs',
  deleteChannel: 'removes waiting jobs',
  deleteChat: 'a chat is deleted however many jobs wait; adds the deliveries of one event',
  deleteContact: 'a person is erased however many jobs wait',
  deleteFile: 'adds at most one job for a workspace, which removes bytes',
  publishAutomation: 'adds the one job of a schedule, whose occurrences wait for room',
  updateCampaign: 'moves the one job that a scheduled campaign already has',
  updateMessageTemplate: 'adds the deliveries of one event',
  updateWorkspace: 'moves the jobs that scheduled campaigns and schedules already have',
};

describe.each([v2, v3])('x-adds-jobs in $version', ({ version: name, ...contract }) => {
  const operations = Object.values(contract.operations);
  const byOperation = readHandlers(name, new Set(operations.map(({ operationId }) => operationId)));

  test('marks exactly the operations whose use case can add jobs', () => {
    const adding = [...byOperation]
      .filter(([, source]) => listUseCases(source).some((module) => canAddJobs(module)))
      .map(([operationId]) => operationId)
      .filter((operationId) => name === 'v2' || !(operationId in unlimited));
    const marked = operations.filter(({ addsJobs }) => addsJobs).map(({ operationId }) => operationId);
    expect(marked.sort()).toEqual(adding.sort());
  });

  test('finds a handler for every operation', () => {
    expect([...byOperation.keys()].sort()).toEqual(operations.map(({ operationId }) => operationId).sort());
  });
});

/** Returns the source of each handler: from its name to the name of the next. */
function readHandlers(version: string, operationIds: ReadonlySet<string>): Map<string, string> {
  const folder = join(root, 'apps/api/src', version);
  const found = new Map<string, string>();
  for (const file of readdirSync(folder)) {
    const text = readFileSync(join(folder, file), 'utf8');
    const starts = [...text.matchAll(/^ +(?:async )?(\w+)(?=[:(])/gm)].filter(([, id = '']) =>
      operationIds.has(id),
    );
    for (const [position, start] of starts.entries()) {
      found.set(start[1] ?? '', text.slice(start.index, starts[position + 1]?.index));
    }
  }
  return found;
}

/** Lists the modules of the functions of core that a handler calls. */
function listUseCases(source: string): string[] {
  return [...source.matchAll(/\b(\w+)\(/g)].flatMap(([, name = '']) => exportedFrom.get(name) ?? []);
}

const exportedFrom = readExports();

function readExports(): Map<string, string> {
  const index = readFileSync(join(core, 'index.ts'), 'utf8');
  const modules = new Map<string, string>();
  for (const [, names = '', path = ''] of index.matchAll(/export \{([^}]*)\} from '([^']+)'/g)) {
    for (const name of names.split(',')) modules.set(name.trim(), sourceOf(core, path));
  }
  return modules;
}

const addingModules = new Set(['jobs/add-job.ts', 'jobs/add-jobs-sql.ts'].map((path) => join(core, path)));

/** Whether a module imports, at any distance, one that adds jobs. Types add nothing. */
function canAddJobs(module: string, seen: Set<string> = new Set()): boolean {
  if (addingModules.has(module)) return true;
  if (seen.has(module)) return false;
  seen.add(module);
  const text = readFileSync(module, 'utf8');
  const imported = [...text.matchAll(/^(?:import|export) (?!type )[^;]*? from '(\.[^']+)'/gm)];
  return imported.some(([, path = '']) => canAddJobs(sourceOf(dirname(module), path), seen));
}

function sourceOf(folder: string, path: string): string {
  return resolve(folder, path.replace(/\.js$/, '.ts'));
}
