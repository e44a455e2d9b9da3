import { checks } from './checks.js';
import type { Sent } from './judge-probe.js';
import type { CheckOutcome } from './receiver-run.js';

/** Compares the time of every response with the deadline. */
export function judgeTime(sent: readonly Sent[], timeoutMs: number): CheckOutcome {
  const late = sent.filter(({ failure }) => failure === 'timeout');
  const report = { name: 'in-time', deliveries: sent.length } as const;
  if (late.length === 0) return { report: { ...report, result: 'passed' }, findings: [] };
  const names = [...new Set(late.map(({ check }) => check))].join(', ');
  const finding = {
    check: report.name,
    message: `gave no response within ${timeoutMs / 1000} s to ${late.length} of ${sent.length} deliveries (${names})`,
    advice: checks['in-time'].advice,
    events: [...new Set(late.map(({ delivery }) => delivery.type))],
  };
  return { report: { ...report, result: 'failed' }, findings: [finding] };
}
