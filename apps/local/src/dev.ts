import { runDev } from './dev/run-dev.js';
import { explainFailure } from './start/explain-failure.js';

try {
  await runDev(process.argv.slice(2));
} catch (error) {
  console.error(explainFailure(error));
  process.exit(1);
}
