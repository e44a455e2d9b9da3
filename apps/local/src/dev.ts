import { runDev } from './dev/run-dev.js';
import { explainFailure } from './start/explain-failure.js';
import { readStartOptions } from './start/read-start-options.js';

const devHelp = `Starts the whole service on this machine, and restarts it when a source or the contract changes.

  npm run dev              starts its own PostgreSQL with a demo workspace, unless DATABASE_URL is set
  npm run dev -- --demo    also adds the demo workspace when DATABASE_URL is set

The settings are environment variables; the README lists them.`;

try {
  const args = process.argv.slice(2);
  // An invalid command line must not start PostgreSQL either.
  const options = readStartOptions(args);
  if ('help' in options) console.log(devHelp);
  else await runDev(args);
} catch (error) {
  console.error(explainFailure(error));
  process.exit(1);
}
