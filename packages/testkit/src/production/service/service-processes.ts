import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { findFreePort } from '../../crash/cluster.js';
import { isReady } from '../../crash/scene.js';
import { SupervisedProcess } from '../../crash/supervised-process.js';
import { waitFor } from '../../crash/wait-for.js';

export type Environment = Readonly<Record<string, string>>;

export type ProcessKind = 'api' | 'worker';

/** A process of the service, from its bundle, with the port on which it reports whether it is ready. */
export interface ServiceProcess {
  readonly name: string;
  readonly kind: ProcessKind;
  readonly url: string;
  readonly process: SupervisedProcess;
}

export interface ServiceProcesses {
  list(kind: ProcessKind): readonly ServiceProcess[];
  /** Starts a process and waits until it is ready; its settings override those of all processes. */
  start(name: string, kind: ProcessKind, env?: Environment): Promise<ServiceProcess>;
  /** Stops a process with SIGTERM and returns its exit code. */
  stop(name: string): Promise<number | null>;
  stopAll(): Promise<void>;
}

const startTimeoutMs = 60_000;

export function openProcesses(folder: string, settings: Environment): ServiceProcesses {
  const running = new Map<string, ServiceProcess>();
  let isEnded = false;
  const stop = async (name: string) => {
    const found = running.get(name);
    running.delete(name);
    return found === undefined ? null : found.process.stop();
  };
  return {
    list: (kind) => [...running.values()].filter((one) => one.kind === kind),
    async start(name, kind, env = {}) {
      const port = await findFreePort();
      const dataDir = join(folder, `${name}-data`);
      await mkdir(dataDir, { recursive: true });
      // A scenario that was stopped at its deadline may still run.
      if (isEnded) throw new Error('The run has ended, so no process is started.');
      const process = new SupervisedProcess({
        name,
        program: `apps/local/bundle/processes/${kind}.js`,
        env: {
          ...settings,
          DATA_DIR: dataDir,
          ...(kind === 'api' ? { PORT: String(port) } : { WORKER_PORT: String(port) }),
          ...env,
        },
        logFile: join(folder, `${name}.log`),
      });
      const started: ServiceProcess = { name, kind, process, url: `http://127.0.0.1:${port}` };
      running.set(name, started);
      await waitFor(`${name} is ready`, () => isReady(started.url), startTimeoutMs);
      return started;
    },
    stop,
    async stopAll() {
      isEnded = true;
      await Promise.all([...running.keys()].map(stop));
    },
  };
}
