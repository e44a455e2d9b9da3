#!/usr/bin/env node
import { writeFile } from 'node:fs/promises';
import { checkConformance } from '../check-conformance.js';
import { ConformanceError } from '../errors/conformance-error.js';
import { renderReport } from '../render/render-report.js';
import type { ConformanceReport } from '../report/report.js';
import { printProgress } from './print-progress.js';
import { type Arguments, readArguments } from './read-arguments.js';
import { usage } from './usage.js';

try {
  const parsed = readArguments(process.argv.slice(2), process.env);
  if (parsed === 'help') process.stdout.write(usage);
  else process.exitCode = await runAll(parsed);
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
  if (json === '-') process.stdout.write(`${JSON.stringify(reports, null, 2)}\n`);
  else process.stdout.write(reports.map(renderReport).join('\n'));
  if (json !== undefined && json !== '-') await writeFile(json, `${JSON.stringify(reports, null, 2)}\n`);
  return reports.some(({ findings }) => findings.length > 0) ? 1 : 0;
}
