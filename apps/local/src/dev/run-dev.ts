import { parseConfig } from '@parley/api/config';
import { startLocalPostgres } from '@parley/database/local';
import { lintContract, rebuildContract, rebuildService } from '../../launch/run-tasks.js';
import { createDocsBuilder } from '../docs/build-docs.js';
import { checkPort } from '../start/check-port.js';
import { createLifecycle, type Lifecycle } from '../start/lifecycle.js';
import { withLocalDefaults } from '../start/local-defaults.js';
import { step } from '../start/progress.js';
import { applyChanges } from './apply-changes.js';
import { classifyChanges, mergeChanges, noChanges } from './classify-changes.js';
import { createReloadedService } from './reloaded-service.js';
import { watchSources } from './watch-sources.js';

const ended = 'The service has ended; the next change starts it again.';

/**
 * Runs the service in a separate process, and restarts only that process when its sources or the contract change.
 * PostgreSQL keeps running, and the documentation is built in the background. A change that does not build or violates
 * a lint rule has no effect.
 */
export async function runDev(args: readonly string[]): Promise<void> {
  let endDatabaseAtOnce = () => {};
  const lifecycle = createLifecycle(() => endDatabaseAtOnce());
  await lifecycle.run(async () => {
    endDatabaseAtOnce = await startDatabase(lifecycle);
    const changes = watchSources();
    const service = createReloadedService(args);
    const docs = createDocsBuilder((build) => service.showDocs(build));
    lifecycle.started(() => docs.stop());
    lifecycle.started(() => service.stop());
    if (!(await service.run())) console.log(ended);
    docs.build();
    void reload();

    async function reload(): Promise<void> {
      let refused = noChanges;
      for await (const paths of changes) {
        console.log(`\n${describePaths(paths)} changed`);
        const begin = performance.now();
        const required = mergeChanges(refused, classifyChanges(paths));
        const isApplied = await applyChanges(required, {
          lintContract,
          rebuildContract,
          rebuildService,
          buildDocs: () => docs.build(),
          interruptDocs: () => docs.interrupt(),
          prepareService: () => service.prepare(),
          loadService: () => service.load(),
          discardService: () => service.discard(),
          restartService: async () => {
            const isReady = await service.replace(docs);
            const seconds = ((performance.now() - begin) / 1000).toFixed(1);
            console.log(isReady ? `reloaded in ${seconds} s` : ended);
          },
        });
        refused = isApplied ? noChanges : required;
      }
    }
  });
}

async function startDatabase(lifecycle: Lifecycle): Promise<() => void> {
  const { databaseUrl, dataDir, host, port } = parseConfig(withLocalDefaults(process.env));
  console.log('Starting Parley; it restarts when a source changes');
  await checkPort(host, port);
  if (databaseUrl) return () => {};
  const postgres = await step(
    'PostgreSQL',
    () => startLocalPostgres({ dataDir, log: console.log }),
    ({ port }) => `running on port ${port}, with files in ${dataDir}/postgres`,
  );
  lifecycle.started(() => postgres.stop());
  return () => process.kill(postgres.pid, 'SIGQUIT');
}

function describePaths([first = '', ...others]: readonly string[]): string {
  return others.length === 0 ? first : `${first} and ${others.length} more`;
}
