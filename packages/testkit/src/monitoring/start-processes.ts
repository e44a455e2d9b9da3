import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildPrograms } from '../build-programs.js';
import { testEncryptionKeys } from '../database/test-keys.js';
import { testSecret } from '../tokens.js';

export interface RunningProcess {
  /** Every line that the process has logged. */
  readonly lines: () => Readonly<Record<string, unknown>>[];
  /** The output of the process that is not a line of JSON. */
  readonly otherOutput: () => string;
  readonly metricsUrl: string;
  /** Asks the process to end, and returns its exit code. */
  stop(): Promise<number | null>;
}

export interface Processes {
  readonly api: RunningProcess & { readonly url: string };
  readonly worker: RunningProcess;
  stop(): Promise<void>;
}

/** Starts an API and a worker as they are released, each with a port for its metrics. */
export async function startProcesses(
  databaseUrl: string,
  apiSettings: Readonly<Record<string, string>> = {},
): Promise<Processes> {
  buildPrograms();
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-monitoring-'));
  const shared = {
    DATABASE_URL: databaseUrl,
    ENCRYPTION_KEYS: testEncryptionKeys,
    DATA_DIR: dataDir,
    WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8',
  };
  const api = startProgram('api', {
    ...shared,
    JWT_SECRET: testSecret,
    HOST: '127.0.0.1',
    PORT: '0',
    METRICS_PORT: '0',
    DRAIN_DELAY_MS: '0',
    RATE_LIMIT_PER_MINUTE: '1000000',
    ...apiSettings,
  });
  const worker = startProgram('worker', { ...shared, WORKER_PORT: '0' });
  const stop = async () => {
    await Promise.all([api.stop(), worker.stop()]);
    rmSync(dataDir, { recursive: true });
  };
  try {
    const listening = await api.logged('listening');
    const serving = await worker.logged('serving the health check and the metrics');
    await worker.logged('worker started');
    return {
      api: { ...api, url: String(listening.url), metricsUrl: String(listening.metricsUrl) },
      worker: { ...worker, metricsUrl: `http://127.0.0.1:${serving.port}/metrics` },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

function startProgram(name: 'api' | 'worker', environment: Readonly<Record<string, string>>) {
  const program = new URL(`../../../../apps/local/bundle/processes/${name}.js`, import.meta.url);
  const child = spawn(process.execPath, [fileURLToPath(program)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH ?? '', ...environment },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
    });
  }
  const isJson = (line: string) => line.startsWith('{');
  const complete = () => output.slice(0, output.lastIndexOf('\n') + 1).split('\n');
  const lines = (): Record<string, unknown>[] =>
    complete()
      .filter(isJson)
      .map((line) => JSON.parse(line));
  return {
    lines,
    otherOutput: () =>
      complete()
        .filter((line) => !isJson(line))
        .join('\n'),
    logged: (message: string) => waitForLine(child, () => lines().find(({ msg }) => msg === message)),
    stop: () => end(child),
  };
}

async function waitForLine<Line>(child: ChildProcess, find: () => Line | undefined): Promise<Line> {
  for (;;) {
    const line = find();
    if (line !== undefined) return line;
    if (child.exitCode !== null) throw new Error(`The process ended with ${child.exitCode}.`);
    await Promise.race([once(child.stdout ?? child, 'data'), once(child, 'exit')]);
  }
}

async function end(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    child.kill('SIGTERM');
    await once(child, 'close');
  }
  return child.exitCode;
}
