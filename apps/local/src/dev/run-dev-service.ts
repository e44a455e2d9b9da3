import type { DocsBuild } from '@parley/api';
import { parseConfig } from '@parley/api/config';
import { readLocalDatabaseUrl } from '@parley/database/local';
import './load-first.js';
import { explainFailure } from '../start/explain-failure.js';
import { withLocalDefaults } from '../start/local-defaults.js';
import { readStartOptions } from '../start/read-start-options.js';
import type { ToService } from './service-process.js';

/** Runs the API and the worker of `npm run dev`. The watching process keeps their database running. */
const stops: (() => Promise<void>)[] = [];
const docs: { -readonly [Key in keyof DocsBuild]: DocsBuild[Key] } = { state: 'building', revision: 0 };
const environment = withLocalDefaults(process.env);
const config = parseConfig(environment);

process.once('SIGTERM', end);
process.once('disconnect', end);
/** One listener for all messages: the next can arrive before a new listener is added. */
const turn = new Promise<boolean>((resolve) => {
  process.on('message', (message: ToService) => {
    if (message.type === 'docs') Object.assign(docs, message.docs);
    // An error is reported when the process runs.
    else if (message.type === 'load') loadService().catch(() => {});
    else resolve(message.isFirst);
  });
});

try {
  await run(await turn);
} catch (error) {
  console.error(explainFailure(error));
  process.exit(1);
}

/** These modules depend on the contract, so they are loaded when it is built. */
async function loadService() {
  const [{ runService }, { describeService }] = await Promise.all([
    import('../start/run-service.js'),
    import('../start/welcome.js'),
  ]);
  return { runService, describeService };
}

async function run(isFirst: boolean): Promise<void> {
  const { runService, describeService } = await loadService();
  const options = readStartOptions(process.argv.slice(2));
  const service = await runService(
    { started: (stop) => stops.push(stop) },
    {
      environment,
      config,
      docs,
      url: config.databaseUrl ?? (await readLocalDatabaseUrl(config.dataDir)),
      wantsDemo: !config.databaseUrl || ('wantsDemo' in options && options.wantsDemo),
      isQuiet: !isFirst,
    },
  );
  if (isFirst) console.log(await describeService(service));
  process.send?.('ready');
}

async function end(): Promise<void> {
  for (let stop = stops.pop(); stop; stop = stops.pop()) await stop();
  process.exit(0);
}
