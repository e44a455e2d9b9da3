import type { ConformanceReport, OperationReport } from '../report/report.js';
import { renderFindings } from './render-findings.js';
import { renderTable } from './render-table.js';

/** Renders the report for a terminal: findings, a table of the operations, and a summary. */
export function renderReport(report: ConformanceReport): string {
  const { document, baseUrl, operations, findings, notes } = report;
  const parts = [
    `${document.title} ${document.version} at ${baseUrl}`.trim(),
    renderFindings(findings),
    operations.length > 0 ? renderTable(header, operations.map(toRow)) : '',
    notes.map((note) => `note: ${note}`).join('\n'),
    renderSummary(report),
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

const header = ['operation', 'requests', 'succeeded', 'mutations', 'statuses', 'findings'];

function toRow(operation: OperationReport): string[] {
  const { id, requests, succeeded, mutations, unjudged, statuses, findings, untested } = operation;
  const mutated = Object.values(mutations).reduce((sum, count) => sum + count, 0);
  const kinds = Object.keys(mutations).length;
  const seen = Object.entries(statuses).map(([status, count]) => `${status}×${count}`);
  return [
    id,
    String(requests),
    String(succeeded),
    mutated === 0 ? '' : `${mutated} of ${kinds} kinds${unjudged === 0 ? '' : `, ${unjudged} unjudged`}`,
    untested === undefined ? seen.join(' ') : `not tested: ${untested}`,
    findings === 0 ? '' : String(findings),
  ];
}

function renderSummary({
  requests,
  operations,
  findings,
  durationMs,
  waitedMs,
  seed,
}: ConformanceReport): string {
  const reached = operations.filter(({ succeeded }) => succeeded > 0).length;
  const waited = waitedMs > 0 ? `, ${(waitedMs / 1000).toFixed(1)} s of them waiting for the rate limit` : '';
  const unjudged = operations.reduce((sum, operation) => sum + operation.unjudged, 0);
  const verdict =
    findings.length === 0 ? 'No finding' : `${findings.length} finding${findings.length === 1 ? '' : 's'}`;
  return (
    `${verdict}. ${requests} requests to ${operations.length} operations, of which ${reached} succeeded at least once, ` +
    `in ${(durationMs / 1000).toFixed(1)} s${waited}.${unjudged > 0 ? ` ${unjudged} mutated requests unjudged.` : ''} Seed ${seed}.`
  );
}
