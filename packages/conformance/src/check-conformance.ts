import { setTimeout } from 'node:timers/promises';
import { loadDocument } from './document/load-document.js';
import type { Operation } from './document/operation.js';
import { type Api, readApi } from './document/read-api.js';
import { ConformanceError } from './errors/conformance-error.js';
import type { ConformanceReport } from './report/report.js';
import { baseUrlOf } from './run/base-url.js';
import { buildReport } from './run/build-report.js';
import { checkDeletion } from './run/check-deletion.js';
import { checkLimited } from './run/check-limited.js';
import { type ConformanceOptions, type Settings, withDefaults } from './run/options.js';
import { createRun, type Run } from './run/run.js';
import { runOperation } from './run/run-operation.js';
import { isSelected } from './run/select.js';
import { warmUp } from './run/warm-up.js';
import { createWire } from './wire/wire.js';

/**
 * Tests a server against its document over the wire, and uses only that document. The test writes and deletes, so use a
 * server and a token whose data may change.
 */
export async function checkConformance(options: ConformanceOptions): Promise<ConformanceReport> {
  const settings = withDefaults(options);
  const startedAt = performance.now();
  const api = await readDocument(options.document, settings);
  const wire = createWire({
    baseUrl: baseUrlOf(settings.baseUrl),
    token: settings.token,
    headers: settings.headers,
    timeoutMs: settings.timeoutMs,
    connections: settings.concurrency,
    maxWaitMs: settings.maxWaitMs,
    wait: (milliseconds) => setTimeout(milliseconds),
  });
  const run = createRun(api, wire, settings);
  try {
    await refuseDeadServer(run);
    await warmUp(run);
    refuseWrongToken(run);
    await runRounds(run);
  } finally {
    await wire.close();
  }
  checkLimited(run);
  return buildReport(run, Math.round(performance.now() - startedAt));
}

async function readDocument(document: ConformanceOptions['document'], settings: Settings): Promise<Api> {
  const root = typeof document === 'string' ? await loadDocument(document) : document;
  return readApi(root, {
    closed: settings.strict,
    bodyLimit: settings.bodyLimit,
    hasServerPaths: pathOf(settings.baseUrl) === '/',
    isWanted: (operation) => isSelected(operation, settings),
  });
}

function pathOf(baseUrl: string): string {
  try {
    return new URL(baseUrl).pathname;
  } catch {
    throw new ConformanceError(`${baseUrl} is not the URL of a server, such as http://localhost:3000.`);
  }
}

/** A response of any status shows that there is a server. */
async function refuseDeadServer({ wire, settings }: Run): Promise<void> {
  const outcome = await wire.send({
    method: 'GET',
    target: '/',
    headers: {},
    body: undefined,
    credentials: [],
  });
  if ('failure' in outcome && outcome.failure === 'refused') {
    throw new ConformanceError(`No server responds at ${settings.baseUrl}: ${outcome.message}`);
  }
}

function refuseWrongToken({ tallies, settings }: Run): void {
  const statuses = new Set([...tallies.values()].flatMap((tally) => [...tally.statuses.keys()]));
  if (statuses.size !== 1 || !statuses.has('401')) return;
  const what = settings.token === undefined ? 'requests without a token' : 'the token';
  throw new ConformanceError(`The server refuses ${what}: every request got a 401.`);
}

/** Runs one round; in deep mode it runs rounds with other values until the time has elapsed. */
async function runRounds(run: Run): Promise<void> {
  const operations = [...run.api.operations].sort((a, b) => orderOf(a) - orderOf(b));
  const isDeletion = ({ method }: Operation) => method === 'DELETE';
  const deletions = operations.filter(isDeletion);
  let round = 0;
  do {
    await runAll(run, { operations: operations.filter((operation) => !isDeletion(operation)), round });
    // Each operation succeeds once before deletions are tested, since afterwards no record may be left to read.
    for (const deletion of deletions) await checkDeletion(run, deletion);
    await runAll(run, { operations: deletions, round });
    round += 1;
  } while (run.settings.deep && operations.length > 0 && !run.isOver());
}

async function runAll(
  run: Run,
  { operations, round }: { operations: readonly Operation[]; round: number },
): Promise<void> {
  const queue = [...operations];
  const all = run.api.operations.length;
  const before = operations.some(({ method }) => method === 'DELETE') ? all - operations.length : 0;
  const work = async () => {
    for (let next = queue.shift(); next && !run.isOver(); next = queue.shift()) {
      await runOperation(run, next, round);
      reportProgress(run, { operation: next, done: before + operations.length - queue.length, round });
    }
  };
  await Promise.all(Array.from({ length: run.settings.concurrency }, work));
}

/** Deletions are tested last, and a nested resource is deleted before its parent. */
function orderOf({ method, path }: Operation): number {
  const parameters = path.split('{').length - 1;
  return method === 'DELETE' ? 1000 - parameters : parameters;
}

function reportProgress(
  { settings, wire, found, api }: Run,
  { operation, done, round }: { operation: Operation; done: number; round: number },
): void {
  settings.onProgress?.({
    operation: operation.id,
    round,
    done,
    total: api.operations.length,
    requests: wire.count,
    findings: found.size,
  });
}
