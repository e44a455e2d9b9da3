import { parseArgs } from 'node:util';
import { explainFailure } from './start/explain-failure.js';
import { createLifecycle } from './start/lifecycle.js';
import { startEverything } from './start/start-everything.js';

const { values } = parseArgs({ options: { demo: { type: 'boolean', default: false } } });

let endDatabaseAtOnce = () => {};
const lifecycle = createLifecycle(() => endDatabaseAtOnce());

try {
  await lifecycle.run(async () => {
    await startEverything(lifecycle, {
      environment: process.env,
      wantsDemo: values.demo,
      onPostgres: (postgres) => {
        endDatabaseAtOnce = () => process.kill(postgres.pid, 'SIGQUIT');
      },
    });
  });
} catch (error) {
  console.error(explainFailure(error));
  process.exit(1);
}
