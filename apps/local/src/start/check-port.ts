import { once } from 'node:events';
import { createServer } from 'node:net';
import { StartError } from './start-error.js';

/** Checks that the address is free before anything else starts. */
export async function checkPort(host: string, port: number): Promise<void> {
  const probe = createServer();
  try {
    await once(probe.listen({ host, port }), 'listening');
  } catch (error) {
    throw explainListenError(error, host, port);
  } finally {
    probe.close();
  }
}

export function explainListenError(error: unknown, host: string, port: number): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  switch (code) {
    case 'EADDRINUSE':
      return new StartError(
        `Port ${port} is taken. Free it, or choose another one: PORT=${port + 1} npm start`,
      );
    case 'EACCES':
      return new StartError(`Port ${port} requires more privileges. Choose another one: PORT=3000 npm start`);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new StartError(`HOST=${host} is not an address of this machine.`);
    default:
      return error;
  }
}
