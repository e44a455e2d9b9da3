import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeTestFolder } from '@parley/testkit/make-test-folder';
import { stringify } from 'yaml';
import { runRedocly, specFolder } from '../scripts/redocly.js';
import type { RuleCases } from './rule-cases.js';

/**
 * Returns the messages of each rule for each of its documents, by `rule: name of the document`, from the real Redocly.
 */
export async function lintDocuments(cases: Record<string, RuleCases>): Promise<Map<string, string[]>> {
  const documents = listDocuments(cases);
  const folder = makeTestFolder('lint');
  await writeFile(join(folder, 'redocly.yaml'), stringify(configure(cases)));
  await Promise.all(
    documents.map(({ file, document }) => writeFile(join(folder, file), JSON.stringify(document))),
  );
  const files = documents.map(({ file }) => file);
  const { stdout, stderr } = await runRedocly(['lint', ...files, '--format=json'], folder);
  if (stdout === '') throw new Error(`Redocly wrote no report: ${stderr}`);
  const problems = parseProblems(stdout);
  return new Map(
    documents.map(({ rule, name, file }) => [`${rule}: ${name}`, pickMessages(problems, rule, file)]),
  );
}

interface CaseDocument {
  readonly rule: string;
  readonly name: string;
  readonly file: string;
  readonly document: object;
}

function listDocuments(cases: Record<string, RuleCases>): CaseDocument[] {
  return Object.entries(cases).flatMap(([rule, { passes, fails }]) => {
    const refused = Object.entries(fails).map(([name, { document }]): [string, object] => [name, document]);
    return [...Object.entries(passes), ...refused].map(([name, document], index) => ({
      rule,
      name,
      file: `${rule}.${index}.json`,
      document,
    }));
  });
}

function configure(cases: Record<string, RuleCases>): object {
  const rules = Object.entries(cases).map(([rule, { options }]) => [
    `parley/${rule}`,
    { severity: 'error', ...options },
  ]);
  return { plugins: [join(specFolder, 'rules/plugin.js')], rules: Object.fromEntries(rules) };
}

interface Problem {
  readonly ruleId: string;
  readonly message: string;
  readonly location: ReadonlyArray<{ readonly source: { readonly ref: string } }>;
}

/** One run prints one report per document, one after another. */
function parseProblems(stdout: string): Problem[] {
  return stdout
    .split(/(?<=^\})/m)
    .filter((report) => report.trim() !== '')
    .flatMap((report): Problem[] => JSON.parse(report).problems);
}

function pickMessages(problems: readonly Problem[], rule: string, file: string): string[] {
  return problems
    .filter(({ ruleId, location }) => ruleId === `parley/${rule}` && location[0]?.source.ref === file)
    .map(({ message }) => message);
}
