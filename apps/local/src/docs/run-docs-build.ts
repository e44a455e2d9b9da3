import { once } from 'node:events';
import { runTurbo } from '../../launch/run-turbo.js';

/** Builds the documentation. The build ends when its parent process ends in any way. */
const turbo = runTurbo(['site', '--output-logs=none']);
for (const output of [turbo.stdout, turbo.stderr]) output.resume();
const end = () => turbo.kill('SIGTERM');
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
process.on('disconnect', end);
const [code] = await once(turbo, 'close');
process.exit(code ?? 1);
