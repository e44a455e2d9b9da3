#!/usr/bin/env node
import { writeFile } from 'node:fs/promises';
import { checkConformance } from '../check-conformance.js';
import { ConformanceError } from '../errors/conformance-error.js';
import { checkReceiver } from '../receivers/check-receiver.js';
import { renderReceiverReport } from '../receivers/render-receiver-report.js';
import { renderReport } from '../render/render-report.js';
import type { ConformanceReport } from '../report/report.js';
import { printCheck, printProgress } from './print-progress.js';
import { type Arguments, readArguments } from './read-arguments.js';
import type { ReceiverArguments } from './read-receiver-arguments.js';
import { usage } from './usage.js';

try {
  const parsed = readArguments(process.argv.slice(2), process.env);
  if (parsed === 'help') process.stdout.write(usage);
  else process.exitCode = 'receiver' in parsed ? await runReceiver(parsed) : await runAll(parsed);
} catch (error) {
  if (!(error instanceof ConformanceError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}

async function runAll({ documents, options, json, isQuiet }: Arguments): Promise<number> {
  const reports: ConformanceReport[] = [];
  for (const document of documents) {
    const onProgress = isQuiet ? undefined : printProgress(document);
    reports.push(await checkConformance({ ...options, document, ...(onProgress && { onProgress }) }));
  }
  await print(reports, { json, text: () => reports.map(renderReport).join('\n') });
  return reports.some(({ findings }) => findings.length > 0) ? 1 : 0;
}

async function runReceiver({ receiver, json, isQuiet }: ReceiverArguments): Promise<number> {
  const report = await checkReceiver({ ...receiver, ...(!isQuiet && { onProgress: printCheck }) });
  await print(report, { json, text: () => renderReceiverReport(report) });
  return report.findings.length > 0 ? 1 : 0;
}

async function print(
  report: unknown,
  { json, text }: { json: string | undefined; text: () => string },
): Promise<void> {
  const serialized = `${JSON.stringify(report, null, 2)}\n`;
  process.stdout.write(json === '-' ? serialized : text());
  if (json !== undefined && json !== '-') await writeFile(json, serialized);
}
