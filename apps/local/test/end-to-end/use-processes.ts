import { once } from 'node:events';
import { afterEach } from '@jest/globals';
import { testEncryptionKeys, testSecret } from '@parley/testkit';
import { useTestDatabase } from '@parley/testkit/hooks';
import { makeTestFolder } from '@parley/testkit/make-test-folder';
import { waitUntil } from '@parley/testkit/wait-until';
import { startProgram } from '../support/run-program.js';

export interface RunningProcess {
  /** Everything that it has printed so far. */
  output(): string;
  /** The lines of its log with this message. */
  logged(message: string): readonly Readonly<Record<string, unknown>>[];
  /** Sends the signal, and resolves with the exit code. */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

/**
 * Starts the API and workers as processes on a database of the test file. Processes that still run are killed after
 * each test.
 */
export function useProcesses() {
  const target = useTestDatabase();
  // A worker keeps the position of its database there; that of an earlier run would look like a restored database.
  const dataDir = makeTestFolder('processes');
  const running: RunningProcess[] = [];
  afterEach(async () => {
    for (const one of running.splice(0)) await one.end('SIGKILL');
  });

  async function start(
    name: 'api' | 'worker',
    env: Readonly<Record<string, string>>,
  ): Promise<RunningProcess> {
    const child = startProgram(name, [], {
      ...settings,
      DATA_DIR: dataDir,
      DATABASE_URL: target.url,
      ...env,
    });
    const closed = once(child, 'close');
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        output += chunk;
      });
    }
    const started: RunningProcess = {
      output: () => output,
      logged: (message) => readLog(output).filter(({ msg }) => msg === message),
      async end(signal) {
        child.kill(signal);
        const [code] = await closed;
        return code;
      },
    };
    running.push(started);
    const sign = name === 'api' ? 'listening' : 'worker started';
    await waitUntil(() => started.logged(sign).length > 0);
    return started;
  }

  return {
    database: () => target.database,
    startWorker: (env: Readonly<Record<string, string>> = {}) => start('worker', env),
    async startApi(env: Readonly<Record<string, string>> = {}) {
      const api = await start('api', env);
      const [line] = api.logged('listening');
      return { ...api, url: String(line?.url).replace('localhost', '127.0.0.1') };
    },
  };
}

const settings = {
  HOST: '127.0.0.1',
  PORT: '0',
  DRAIN_DELAY_MS: '0',
  PUBLIC_URL: 'http://localhost:3000',
  JWT_SECRET: testSecret,
  ENCRYPTION_KEYS: testEncryptionKeys,
  WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8',
};

/** The last line may not be complete yet. */
function readLog(output: string): Record<string, unknown>[] {
  return output.split('\n').flatMap((line) => (line.endsWith('}') ? [JSON.parse(line)] : []));
}
