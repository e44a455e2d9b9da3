import { explainFailure } from './start/explain-failure.js';
import { createLifecycle } from './start/lifecycle.js';
import { readStartOptions } from './start/read-start-options.js';
import { startEverything } from './start/start-everything.js';
import { describeService } from './start/welcome.js';

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
  await lifecycle.run(async () => {
    const service = await startEverything(lifecycle, {
      environment: process.env,
      wantsDemo,
      onPostgres: (postgres) => {
        endDatabaseAtOnce = () => process.kill(postgres.pid, 'SIGQUIT');
      },
    });
    console.log(await describeService(service));
  });
}
