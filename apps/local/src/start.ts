import { createDocsBuilder } from './docs/build-docs.js';
import { explainFailure } from './start/explain-failure.js';
import { createLifecycle } from './start/lifecycle.js';
import { readStartOptions } from './start/read-start-options.js';
import { startEverything } from './start/start-everything.js';

try {
  const options = readStartOptions(process.argv.slice(2));
  if ('help' in options) console.log(options.help);
  else await start(options);
} catch (error) {
  console.error(explainFailure(error));
  process.exit(1);
}

async function start({ wantsDemo }: { wantsDemo: boolean }): Promise<void> {
  let endDatabaseAtOnce = () => {};
  const lifecycle = createLifecycle(() => endDatabaseAtOnce());
  const docs = createDocsBuilder();
  let docsStopped = Promise.resolve();
  await lifecycle.run(async () => {
    // The documentation build is stopped first and awaited last, since turbo ends slowly on a busy machine.
    lifecycle.started(() => docsStopped);
    const service = await startEverything(lifecycle, {
      environment: process.env,
      wantsDemo,
      docs,
      onPostgres: (postgres) => {
        endDatabaseAtOnce = () => process.kill(postgres.pid, 'SIGQUIT');
      },
    });
    const { describeService } = await import('./start/welcome.js');
    console.log(await describeService(service));
    lifecycle.started(async () => {
      docsStopped = docs.stop();
    });
    docs.build();
  });
}
