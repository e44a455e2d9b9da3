import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hash, hashFile } from '../../scripts/keep/hash-sources.js';
import { readKept, writeKept } from '../../scripts/keep/kept-file.js';
import { redoclyManifest, runRedocly } from '../../scripts/redocly.js';
import { findChanges, plantInto } from './find-changes.js';
import { plantedChanges } from './index.js';
import type { PlantedChange } from './planted-change.js';

/**
 * Prints what the gate and `redocly diff` say about each planted change, and fails if the gate is wrong about one. It takes
 * minutes, since Redocly is a process for each change. What Redocly has said is kept, so that a run that was ended can be
 * continued.
 */
interface Row {
  readonly change: PlantedChange;
  readonly gate: boolean;
  readonly redocly: boolean;
}

const folder = await mkdtemp(join(tmpdir(), 'parley-planted-'));
const rows: Row[] = [];
const kept: Record<string, unknown> = { ...readKept('planted') };
let saved = Promise.resolve();
try {
  const queue = plantedChanges.entries();
  const work = async (): Promise<void> => {
    for (const [index, change] of queue) {
      const gate = findChanges(change).some(({ severity }) => severity === 'breaking');
      rows.push({ change, gate, redocly: await isMajorForRedocly(change, index) });
      if (rows.length % 50 !== 0) continue;
      console.error(`${rows.length} of ${plantedChanges.length}`);
      // Both workers can come here at once, and the file has one name while it is written.
      saved = saved.then(() => writeKept('planted', kept));
      await saved;
    }
  };
  await Promise.all([work(), work()]);
} finally {
  await rm(folder, { recursive: true });
}
console.log('| planted changes | count | the gate | `redocly diff` |\n|---|---|---|---|');
for (const verdict of ['breaking', 'compatible', 'equal'] as const) {
  const own = rows.filter(({ change }) => change.verdict === verdict);
  const [gate, redocly] = [
    own.filter((row) => isRight(row.change, row.gate)),
    own.filter((row) => isRight(row.change, row.redocly)),
  ];
  console.log(`| ${verdict} | ${own.length} | ${gate.length} right | ${redocly.length} right |`);
}
for (const { change, gate, redocly } of rows) {
  const wrong = [
    ...(isRight(change, gate) ? [] : [`the gate says ${say(gate)}`]),
    ...(isRight(change, redocly) ? [] : [`Redocly says ${say(redocly)}`]),
  ];
  if (wrong.length > 0) console.log(`- ${change.name}: ${change.verdict}; ${wrong.join(', ')}`);
}
if (rows.some(({ change, gate }) => !isRight(change, gate))) process.exitCode = 1;

function isRight({ verdict }: PlantedChange, isBreak: boolean): boolean {
  return isBreak === (verdict === 'breaking');
}

function say(isBreak: boolean): string {
  return isBreak ? 'breaking' : 'compatible';
}

async function isMajorForRedocly(change: PlantedChange, index: number): Promise<boolean> {
  const texts = plantInto(change).map((document) => JSON.stringify(document));
  const key = hash([hashFile(redoclyManifest), ...texts].join('\n'));
  const known = kept[key];
  if (typeof known === 'boolean') return known;
  const isMajor = await runDiff(texts, index);
  kept[key] = isMajor;
  return isMajor;
}

async function runDiff(texts: readonly string[], index: number): Promise<boolean> {
  const files = ['base', 'head'].map((name) => join(folder, `${index}-${name}.json`));
  await Promise.all(files.map((file, position) => writeFile(file, texts[position] ?? '')));
  const [base = '', head = ''] = files;
  const { stdout } = await runRedocly(['diff', base, head, '--format=json', '--fail-on=none']);
  await Promise.all(files.map((file) => rm(file)));
  const { changes }: { changes: ReadonlyArray<{ readonly impact: string }> } = JSON.parse(stdout);
  return changes.some(({ impact }) => impact === 'major');
}
