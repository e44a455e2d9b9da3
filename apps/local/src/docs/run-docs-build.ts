import { once } from 'node:events';
import { runTurbo } from '../../launch/run-turbo.js';

/** Builds the documentation, and ends the build with the process that wanted it, however that ends. */
const turbo = runTurbo(['build', '--filter=@parley/docs', '--output-logs=none']);
for (const output of [turbo.stdout, turbo.stderr]) output.resume();
const end = () => turbo.kill('SIGTERM');
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
process.on('disconnect', end);
const [code] = await once(turbo, 'close');
process.exit(code ?? 1);
