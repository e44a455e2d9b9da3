import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { DocsBuild } from '@parley/api';

const program = fileURLToPath(new URL('./run-dev-service.js', import.meta.url));

/** Messages between the watching process and the service. */
export type ToService =
  | { readonly type: 'load' }
  | { readonly type: 'run'; readonly isFirst: boolean }
  | { readonly type: 'docs'; readonly docs: DocsBuild };
export type FromService = 'ready';

export interface ServiceProcess {
  /** Loads what the build of the contract has written. The process has loaded everything else since it was spawned. */
  load(): void;
  /** Listens on the port, which the previous process must have left. Resolves when the process is ready. */
  run(isFirst: boolean): Promise<boolean>;
  showDocs(docs: DocsBuild): void;
  isAlive(): boolean;
  stop(): Promise<void>;
}

/** The channel closes when this process ends in any way, and the service ends with it. */
export function spawnService(args: readonly string[]): ServiceProcess {
  const child = spawn(process.execPath, ['--enable-source-maps', program, ...args], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    // The service has its own session, so that Ctrl-C in the terminal reaches only this process, which ends the service
    // before its database.
    detached: true,
  });
  // The process may end before it is known to have ended. Its next step notices that, so that the error of a message says nothing new.
  const send = (message: ToService) => child.connected && child.send(message, () => undefined);
  return {
    load: () => send({ type: 'load' }),
    async run(isFirst) {
      send({ type: 'run', isFirst });
      const [message] = await Promise.race([once(child, 'message'), ended(child).then(() => [])]);
      return message === ('ready' satisfies FromService);
    },
    showDocs: (docs) => send({ type: 'docs', docs }),
    isAlive: () => isAlive(child),
    async stop() {
      child.kill('SIGTERM');
      await ended(child);
    },
  };
}

async function ended(child: ChildProcess): Promise<void> {
  if (isAlive(child)) await once(child, 'exit');
}

function isAlive({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null;
}
