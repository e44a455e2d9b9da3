import { createDemoFolder } from './demo/create-demo-folder.js';
import { describeEnd } from './demo/describe-end.js';
import { runStory } from './demo/run-story.js';
import { createStoryPrinter } from './demo/story-printer.js';
import { explainFailure } from './start/explain-failure.js';
import { createLifecycle } from './start/lifecycle.js';
import { startEverything } from './start/start-everything.js';

let endDatabaseAtOnce = () => {};
const lifecycle = createLifecycle(() => endDatabaseAtOnce());

try {
  await lifecycle.run(runDemo);
  await lifecycle.stop();
} catch (error) {
  console.error(explainFailure(error));
  process.exitCode = 1;
}

/** Runs the demo on a database of its own, which is deleted at the end. */
async function runDemo(): Promise<void> {
  const folder = await createDemoFolder();
  lifecycle.started(folder.remove);
  const service = await startEverything(lifecycle, {
    environment: {
      LOG_LEVEL: process.env.LOG_LEVEL,
      // On a slow machine, such warnings would interrupt the story.
      SLOW_STATEMENT_MS: process.env.SLOW_STATEMENT_MS || '0',
      HOST: '127.0.0.1',
      PORT: '0',
      DATA_DIR: folder.path,
    },
    wantsDemo: true,
    onPostgres: (postgres) => {
      endDatabaseAtOnce = () => process.kill(postgres.pid, 'SIGQUIT');
    },
  });
  const printer = createStoryPrinter(process.stdout);
  const totals = await runStory(service, { lifecycle, printer });
  console.log(describeEnd(totals));
}
