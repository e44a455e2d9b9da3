import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { stringify } from 'yaml';

/** Whether Prometheus is installed (on Debian: `apt-get install prometheus`). */
export const hasPrometheus = spawnSync('prometheus', ['--version']).status === 0;

export interface Prometheus {
  /** The number of series that an expression returns now. Rejects with the error of Prometheus. */
  query(expression: string): Promise<number>;
  stop(): Promise<void>;
}

/** Starts a Prometheus on loopback that reads the metrics of these addresses every second, and the alert rules. */
export async function startPrometheus(metricsUrls: readonly string[], ruleFile: string): Promise<Prometheus> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-prometheus-'));
  const targets = metricsUrls.map((url) => `127.0.0.1:${new URL(url).port}`);
  const config = {
    global: { scrape_interval: '1s', evaluation_interval: '1s' },
    rule_files: [ruleFile],
    scrape_configs: [{ job_name: 'parley', static_configs: [{ targets }] }],
  };
  writeFileSync(join(folder, 'prometheus.yml'), stringify(config));
  const port = await findFreePort();
  const child = spawn(
    'prometheus',
    [
      `--config.file=${folder}/prometheus.yml`,
      `--storage.tsdb.path=${folder}/data`,
      `--web.listen-address=127.0.0.1:${port}`,
      '--log.level=error',
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const query = async (expression: string) => {
    const response = await fetch(`http://127.0.0.1:${port}/api/v1/query`, {
      method: 'POST',
      body: new URLSearchParams({ query: expression }),
    });
    const { status, error, data } = Object(await response.json());
    if (status !== 'success') throw new Error(`${error}: ${expression}`);
    return data.resultType === 'vector' ? data.result.length : 1;
  };
  const stop = async () => {
    child.kill('SIGTERM');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    rmSync(folder, { recursive: true });
  };
  try {
    // A rate needs two samples of every process.
    await waitFor(async () => (await query('count_over_time(up[1m]) >= 3')) === targets.length);
  } catch (error) {
    await stop();
    throw error;
  }
  return { query, stop };
}

async function waitFor(isTrue: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 60_000;
  while (!(await isTrue().catch(() => false))) {
    if (performance.now() > deadline) throw new Error('Prometheus did not read the metrics within a minute.');
    await delay(200);
  }
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}
