import { writeFile } from 'node:fs/promises';
import { checkConformance } from '../check-conformance.js';
import { ConformanceError } from '../errors/conformance-error.js';
import { checkReceiver } from '../receivers/check-receiver.js';
import type { CheckReport } from '../receivers/receiver-report.js';
import { renderReceiverReport } from '../receivers/render-receiver-report.js';
import { renderReport } from '../render/render-report.js';
import type { ConformanceReport, Progress } from '../report/report.js';
import { describeCheck, describeProgress } from './describe-progress.js';
import { type Arguments, readArguments } from './read-arguments.js';
import type { ReceiverArguments } from './read-receiver-arguments.js';
import { usage } from './usage.js';

/** What a process gives to its program. */
export interface Call {
  readonly args: readonly string[];
  readonly env: Readonly<NodeJS.ProcessEnv>;
  readonly stdout: Output;
  readonly stderr: Output;
}

interface Output {
  write(text: string): unknown;
}

/** Runs the command. Returns the exit code: 0 without a finding, 1 with findings, 2 if nothing can be tested. */
export async function runProgram({ args, env, stdout, stderr }: Call): Promise<number> {
  try {
    const parsed = readArguments(args, env);
    if (parsed === 'help') {
      stdout.write(usage);
      return 0;
    }
    const outputs = { stdout, report: (line: string) => stderr.write(`${line}\n`) };
    return await ('receiver' in parsed ? runReceiver(parsed, outputs) : runAll(parsed, outputs));
  } catch (error) {
    if (!(error instanceof ConformanceError)) throw error;
    stderr.write(`${error.message}\n`);
    return 2;
  }
}

interface Outputs {
  readonly stdout: Output;
  /** Prints a line of the progress; only the report goes to stdout. */
  readonly report: (line: string) => void;
}

async function runAll(
  { documents, options, json, isQuiet }: Arguments,
  { stdout, report }: Outputs,
): Promise<number> {
  const reports: ConformanceReport[] = [];
  for (const document of documents) {
    const onProgress = isQuiet
      ? undefined
      : (progress: Progress) => report(describeProgress(document, progress));
    reports.push(await checkConformance({ ...options, document, ...(onProgress && { onProgress }) }));
  }
  await write(reports, { stdout, json, text: () => reports.map(renderReport).join('\n') });
  return reports.some(({ findings }) => findings.length > 0) ? 1 : 0;
}

async function runReceiver(
  { receiver, json, isQuiet }: ReceiverArguments,
  { stdout, report: show }: Outputs,
): Promise<number> {
  const onProgress = (check: CheckReport) => show(describeCheck(check));
  const report = await checkReceiver({ ...receiver, ...(!isQuiet && { onProgress }) });
  await write(report, { stdout, json, text: () => renderReceiverReport(report) });
  return report.findings.length > 0 ? 1 : 0;
}

async function write(
  report: unknown,
  { stdout, json, text }: { stdout: Output; json: string | undefined; text: () => string },
): Promise<void> {
  const serialized = `${JSON.stringify(report, null, 2)}\n`;
  stdout.write(json === '-' ? serialized : text());
  if (json !== undefined && json !== '-') await writeFile(json, serialized);
}
