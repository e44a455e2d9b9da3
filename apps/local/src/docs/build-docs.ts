import { fork } from 'node:child_process';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { DocsBuild } from '@parley/api';

/** A lower priority than the service and an editor have; the build takes about a minute even on a busy machine. */
const niceness = 5;

const program = fileURLToPath(new URL('./run-docs-build.js', import.meta.url));

export interface DocsBuilder extends DocsBuild {
  /** Builds what has changed. If a build is running, schedules another one after it. */
  build(): void;
  /** Ends a running build. Returns whether there was one; its result is missing until `build` is called again. */
  interrupt(): Promise<boolean>;
  stop(): Promise<void>;
}

/**
 * Builds the documentation in a separate process with a low priority. If the build fails, it prints one line, and the
 * service keeps running.
 */
export function createDocsBuilder(onChange: (build: DocsBuild) => void = () => {}): DocsBuilder {
  const status = { state: 'building' as DocsBuild['state'], revision: 0 };
  let running: Promise<void> | undefined;
  let isWanted = false;
  let isStopped = false;
  let isInterrupted = false;
  let end: () => unknown = () => {};

  const become = (state: DocsBuild['state']) => {
    status.state = state;
    onChange({ ...status });
  };

  const run = async () => {
    while (isWanted) {
      isWanted = false;
      become('building');
      const child = fork(program, {
        execArgv: [],
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
        // The build has its own session: if Ctrl-C reached turbo too, turbo would wait until its tasks have ended.
        detached: true,
      });
      if (child.pid !== undefined) setPriority(child.pid, niceness);
      end = () => child.connected && child.disconnect();
      const code = await new Promise((resolve) => child.once('exit', resolve).once('error', resolve));
      end = () => {};
      if (isStopped || isInterrupted) return;
      status.revision += 1;
      if (code !== 0) console.error(failure);
      become(code === 0 ? 'built' : 'failed');
    }
  };

  return {
    get state() {
      return status.state;
    },
    get revision() {
      return status.revision;
    },
    build() {
      isWanted = !isStopped;
      running ??= run().finally(() => {
        running = undefined;
      });
    },
    async interrupt() {
      if (running === undefined) return false;
      isInterrupted = true;
      isWanted = false;
      end();
      await running;
      isInterrupted = false;
      return true;
    },
    async stop() {
      isStopped = true;
      isWanted = false;
      end();
      await running;
    },
  };
}

const failure =
  '  The documentation could not be built; the service continues without it. npm run site shows why.';
