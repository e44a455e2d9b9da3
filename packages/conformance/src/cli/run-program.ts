import { writeFile } from 'node:fs/promises';
import { checkConformance } from '../check-conformance.js';
import { ConformanceError } from '../errors/conformance-error.js';
import { checkReceiver } from '../receivers/check-receiver.js';
import { renderReceiverReport } from '../receivers/render-receiver-report.js';
import { renderReport } from '../render/render-report.js';
import type { ConformanceReport } from '../report/report.js';
import { type Output, printCheck, printProgress } from './print-progress.js';
import { type Arguments, readArguments } from './read-arguments.js';
import type { ReceiverArguments } from './read-receiver-arguments.js';
import { usage } from './usage.js';

/** The streams of a process. Only the report goes to stdout. */
interface Streams {
  readonly stdout: Output;
  readonly stderr: Output;
}

/** Runs the command. Returns the exit code: 0 without a finding, 1 with findings, 2 if nothing can be tested. */
export async function runProgram(
  words: readonly string[],
  { env, ...streams }: Streams & { readonly env: NodeJS.ProcessEnv },
): Promise<number> {
  try {
    const parsed = readArguments(words, env);
    if (parsed !== 'help')
      return await ('receiver' in parsed ? runReceiver(parsed, streams) : runAll(parsed, streams));
    streams.stdout.write(usage);
    return 0;
  } catch (error) {
    if (!(error instanceof ConformanceError)) throw error;
    streams.stderr.write(`${error.message}\n`);
    return 2;
  }
}

async function runAll({ documents, options, json, isQuiet }: Arguments, streams: Streams): Promise<number> {
  const reports: ConformanceReport[] = [];
  for (const document of documents) {
    const onProgress = isQuiet ? undefined : printProgress(document, streams.stderr);
    reports.push(await checkConformance({ ...options, document, ...(onProgress && { onProgress }) }));
  }
  await print(reports, { ...streams, json, text: () => reports.map(renderReport).join('\n') });
  return reports.some(({ findings }) => findings.length > 0) ? 1 : 0;
}

async function runReceiver(
  { receiver, json, isQuiet }: ReceiverArguments,
  streams: Streams,
): Promise<number> {
  const onProgress = printCheck(streams.stderr);
  const report = await checkReceiver({ ...receiver, ...(!isQuiet && { onProgress }) });
  await print(report, { ...streams, json, text: () => renderReceiverReport(report) });
  return report.findings.length > 0 ? 1 : 0;
}

async function print(
  report: unknown,
  { stdout, json, text }: { stdout: Output; json: string | undefined; text: () => string },
): Promise<void> {
  const serialized = `${JSON.stringify(report, null, 2)}\n`;
  stdout.write(json === '-' ? serialized : text());
  if (json !== undefined && json !== '-') await writeFile(json, serialized);
}
