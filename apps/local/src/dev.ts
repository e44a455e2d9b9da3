import { runDev } from './dev/run-dev.js';

await runDev();
