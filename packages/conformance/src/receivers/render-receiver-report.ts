import { renderTable } from '../render/render-table.js';
import type { CheckReport, ReceiverFinding, ReceiverReport } from './receiver-report.js';

/** Renders the report for a terminal: findings, a table of the checks, and a summary. */
export function renderReceiverReport(report: ReceiverReport): string {
  const { document, url, findings, checks } = report;
  const parts = [
    `Events of ${document.title} ${document.version} to ${url}`,
    findings.map(renderFinding).join('\n\n'),
    renderTable(['check', 'deliveries', 'result'], checks.map(toRow)),
    renderSummary(report),
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function renderFinding({ check, message, advice, events }: ReceiverFinding, index: number): string {
  return [
    `${index + 1}. ${check}: the receiver ${message}.`,
    `   ${advice}`,
    `   events  ${events.join(', ')}`,
    `   again   --only ${check}`,
  ].join('\n');
}

function toRow({ name, deliveries, result, reason }: CheckReport): string[] {
  return [name, String(deliveries), reason === undefined ? result : `${result}: ${reason}`];
}

function renderSummary({
  findings,
  checks,
  deliveries,
  durationMs,
  slowestMs,
  seed,
}: ReceiverReport): string {
  const count = (result: CheckReport['result']) => checks.filter((check) => check.result === result).length;
  const verdict =
    findings.length === 0 ? 'No finding' : `${findings.length} finding${findings.length === 1 ? '' : 's'}`;
  return (
    `${verdict}. ${count('passed')} checks passed, ${count('failed')} failed, ${count('unknown')} unknown; ` +
    `${deliveries} deliveries in ${(durationMs / 1000).toFixed(1)} s, the slowest response after ` +
    `${(slowestMs / 1000).toFixed(2)} s. Seed ${seed}.`
  );
}
