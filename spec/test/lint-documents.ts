import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { runRedocly, specFolder } from '../scripts/redocly.js';

export interface LintOptions {
  /** Rules by id, as in redocly.yaml. */
  readonly rules: Record<string, unknown>;
  /** OpenAPI documents, by a name of the test's choice. */
  readonly documents: Record<string, object>;
}

/** The messages each document gets from the real Redocly with our plugin, all documents in one run. */
export async function lintDocuments({ rules, documents }: LintOptions): Promise<Map<string, string[]>> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-lint-'));
  try {
    const plugins = [join(specFolder, 'rules/index.ts')];
    await writeFile(join(folder, 'redocly.yaml'), stringify({ plugins, rules }));
    const files = new Map(Object.keys(documents).map((name, index) => [`${index}.json`, name]));
    await Promise.all(
      [...files].map(([file, name]) => writeFile(join(folder, file), JSON.stringify(documents[name]))),
    );
    const { stdout, stderr } = await runRedocly(['lint', ...files.keys(), '--format=json'], folder);
    if (stdout === '') throw new Error(`Redocly gave no report: ${stderr}`);
    const messages = new Map(Object.keys(documents).map((name) => [name, [] as string[]]));
    for (const { message, location } of parseProblems(stdout)) {
      messages.get(files.get(location[0]?.source.ref ?? '') ?? '')?.push(message);
    }
    return messages;
  } finally {
    await rm(folder, { recursive: true });
  }
}

interface Problem {
  readonly message: string;
  readonly location: ReadonlyArray<{ readonly source: { readonly ref: string } }>;
}

/** One run gives one report per document, one after another. */
function parseProblems(stdout: string): Problem[] {
  return stdout
    .split(/(?<=^\})/m)
    .filter((report) => report.trim() !== '')
    .flatMap((report): Problem[] => JSON.parse(report).problems);
}
