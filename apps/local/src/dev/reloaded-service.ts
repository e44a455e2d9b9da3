import type { DocsBuild } from '@parley/api';
import { type ServiceProcess, spawnService } from './service-process.js';

/** The service, whose process is replaced when its build has changed. */
export interface ReloadedService {
  /** Runs the first process. Resolves to false if it has ended instead. */
  run(): Promise<boolean>;
  /** Starts the next process if there is none. It loads everything but the contract. */
  prepare(): void;
  /** Lets the next process load the contract as well. It does not serve yet. */
  load(): void;
  /** Ends the next process. */
  discard(): Promise<void>;
  /** Ends the running process and lets the loaded one serve. Resolves to false if it has ended instead. */
  replace(docs: DocsBuild): Promise<boolean>;
  showDocs(docs: DocsBuild): void;
  stop(): Promise<void>;
}

export function createReloadedService(args: readonly string[]): ReloadedService {
  let current = spawnService(args);
  let next: ServiceProcess | undefined;
  let isStopped = false;
  const service: ReloadedService = {
    async run() {
      const isReady = await current.run(true);
      service.prepare();
      return isReady;
    },
    prepare() {
      if (!isStopped && !next?.isAlive()) next = spawnService(args);
    },
    load() {
      service.prepare();
      next?.load();
    },
    async discard() {
      const discarded = next;
      next = undefined;
      await discarded?.stop();
    },
    async replace(docs) {
      // A build may end after the service was stopped.
      if (isStopped) return false;
      const former = current;
      current = next ?? spawnService(args);
      next = undefined;
      await former.stop();
      current.showDocs(docs);
      const isReady = await current.run(false);
      service.prepare();
      return isReady;
    },
    showDocs: (docs) => current.showDocs(docs),
    async stop() {
      isStopped = true;
      await service.discard();
      await current.stop();
    },
  };
  return service;
}
