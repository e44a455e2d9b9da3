import type { CheckName } from './checks.js';
import { judgeProbe, mustHandle } from './judge-probe.js';
import { settleProbe } from './probe.js';
import type { ReceiverRun } from './receiver-run.js';
import { unknownCheck } from './run-check.js';

/** Reads the probe once, after all deliveries, so that a receiver may handle them in the background. */
export async function runProbeChecks(run: ReceiverRun, names: readonly CheckName[]): Promise<void> {
  const { probeUrl, headers, timeoutMs, probeWaitMs, events } = run.context.settings;
  if (names.length === 0) return;
  if (probeUrl === undefined) {
    for (const name of names) run.record(unknownCheck(name, 0, 'the receiver has no probe (--probe)'));
    return;
  }
  const { sent } = run;
  const ids = new Set(mustHandle(sent).map(({ delivery }) => delivery.id));
  const state = await settleProbe({ url: probeUrl, headers, timeoutMs }, { ids, waitMs: probeWaitMs });
  for (const name of names) {
    const { findings, result, reason } = judgeProbe(name, {
      sent,
      state,
      isSubscribed: events !== undefined,
    });
    const report = { name, result, deliveries: sent.length, ...(reason !== undefined && { reason }) };
    run.record({ report, findings });
  }
}
