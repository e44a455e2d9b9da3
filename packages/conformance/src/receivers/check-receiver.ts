import { asObject, asText, type JsonObject } from '@parley/validation';
import { loadDocument } from '../document/load-document.js';
import { ConformanceError } from '../errors/conformance-error.js';
import { type CheckName, checkNames, checks } from './checks.js';
import { requireSecret } from './delivery.js';
import { judgeTime } from './judge-time.js';
import type { PlanContext } from './plan.js';
import { readProbe } from './probe.js';
import { readEvents } from './read-events.js';
import { type ReceiverOptions, type ReceiverSettings, withReceiverDefaults } from './receiver-options.js';
import type { CheckReport, ReceiverReport } from './receiver-report.js';
import { createReceiverRun, type ReceiverRun } from './receiver-run.js';
import { runCheck } from './run-check.js';
import { runProbeChecks } from './run-probe-checks.js';

/**
 * Posts deliveries to a webhook receiver, and tells what it does wrong. A receiver shows only its responses; what it has
 * handled is known only with a probe, and is reported as unknown without one.
 */
export async function checkReceiver(options: ReceiverOptions): Promise<ReceiverReport> {
  const settings = withReceiverDefaults(options);
  requireSettings(settings);
  const startedAt = performance.now();
  const { document } = settings;
  const root = typeof document === 'string' ? await loadDocument(document) : document;
  const [first, ...others] = readEvents(root, settings.events);
  if (!first) throw new ConformanceError('The document declares no events (`webhooks`).');
  await readProbeOnce(settings);
  const context: PlanContext = { events: [first, ...others], settings };
  const run = createReceiverRun(context);
  try {
    await runAll(run);
  } finally {
    await run.sender.close();
  }
  return buildReport(run, root, Math.round(performance.now() - startedAt));
}

function requireSettings({ url, secret, revokedSecret, only }: ReceiverSettings): void {
  if (!URL.canParse(url)) throw new ConformanceError(`${url} is not the URL of a receiver.`);
  requireSecret('The secret', secret);
  if (revokedSecret !== undefined) requireSecret('The revoked secret', revokedSecret);
  const unknown = only.find((name) => !checkNames.includes(name));
  if (unknown !== undefined) {
    throw new ConformanceError(`There is no check ${unknown}. The checks are ${checkNames.join(', ')}.`);
  }
}

/** A probe that cannot be read would make every later result unknown. */
async function readProbeOnce({ probeUrl, headers, timeoutMs }: ReceiverSettings): Promise<void> {
  if (probeUrl !== undefined) await readProbe({ url: probeUrl, headers, timeoutMs });
}

async function runAll(run: ReceiverRun): Promise<void> {
  const { settings } = run.context;
  const isWanted = (name: CheckName) => settings.only.length === 0 || settings.only.includes(name);
  // The refusals mean something only if a valid delivery is accepted, so this one is always sent.
  const sending = checkNames.filter(isSending).filter((name) => name === 'valid' || isWanted(name));
  for (const name of sending) await runCheck(run, name);
  if (isWanted('in-time')) run.record(judgeTime(run.sent, settings.timeoutMs));
  await runProbeChecks(
    run,
    checkNames.filter((name) => checks[name].expects === 'probe' && isWanted(name)),
  );
}

function isSending(name: CheckName): boolean {
  return checks[name].expects === 'acceptance' || checks[name].expects === 'refusal';
}

function buildReport(run: ReceiverRun, root: JsonObject, durationMs: number): ReceiverReport {
  const { title, version } = asObject(root.info);
  const reports: readonly CheckReport[] = run.reports;
  return {
    document: { title: asText(title) ?? '', version: asText(version) ?? '' },
    url: run.context.settings.url,
    seed: run.context.settings.seed,
    durationMs,
    deliveries: run.sent.length,
    slowestMs: Math.max(0, ...run.sent.map(({ elapsedMs }) => elapsedMs)),
    checks: reports,
    findings: run.findings,
  };
}
