import type { ConformanceReport, Finding, OperationReport } from '../report/report.js';
import { renderCurl } from '../request/render-curl.js';
import { baseUrlOf } from './base-url.js';
import { findReading } from './check-deletion.js';
import type { Found, Run } from './run.js';

export function buildReport(run: Run, durationMs: number): ConformanceReport {
  const { api, wire, settings, tallies } = run;
  const findings = [...run.found.values()].map((found) => toFinding(run, found));
  const operations = [...tallies].map(([operation, tally]) => {
    if (run.isOver() && tally.statuses.size === 0) tally.leaveOut('the time had elapsed');
    return tally.report(findings.filter(({ operationId }) => operationId === operation.id).length);
  });
  return {
    document: { title: api.document.title, version: api.document.version },
    baseUrl: settings.baseUrl,
    seed: settings.seed,
    durationMs,
    waitedMs: Math.round(wire.waitedMs),
    requests: wire.count,
    operations,
    findings,
    notes: [...listNotes(run), ...listUncheckedDeletions(run, operations)],
  };
}

function toFinding({ settings }: Run, { operation, trial, violation, before }: Found): Finding {
  const { id, method, path } = operation;
  const baseUrl = baseUrlOf(settings.baseUrl);
  return {
    rule: violation.rule,
    operationId: id,
    method,
    path,
    ...(trial.mutation && { mutation: trial.mutation.kind }),
    seed: settings.seed,
    expected: violation.expected,
    received: violation.received,
    curl: renderCurl(baseUrl, trial.request),
    ...(before && { before: before.map((request) => renderCurl(baseUrl, request)) }),
  };
}

function listNotes({ api, tallies, isOver, settings, wire }: Run): string[] {
  const notes = [...api.document.notes];
  if (api.operations.length === 0) notes.push('The document has no operation to test.');
  const statuses = [...tallies.values()].flatMap((tally) => [...tally.statuses.keys()]);
  if (statuses.includes('404') && statuses.every((status) => status === '404' || status === '401')) {
    notes.push(`Every request got a 404: is ${settings.baseUrl} where the document's paths begin?`);
  }
  if (wire.isGone) notes.push('The server stopped accepting connections; nothing was tested after that.');
  else if (isOver() && !settings.deep) notes.push('The time elapsed before everything was tested.');
  return notes;
}

function listUncheckedDeletions({ api }: Run, operations: readonly OperationReport[]): string[] {
  const unchecked = api.operations
    .filter((operation) => operation.method === 'DELETE' && findReading(api.operations, operation))
    .filter(({ id }) => operations.some((one) => one.id === id && one.deletionsChecked === 0))
    .map(({ id }) => id);
  if (unchecked.length === 0) return [];
  return [`No record could be read, deleted and read again: ${unchecked.join(', ')}.`];
}
