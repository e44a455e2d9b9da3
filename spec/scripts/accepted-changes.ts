import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { isObject } from '../rules/read-json.js';
import { type Change, changeKey } from './change.js';
import { ContractError } from './contract-error.js';
import { specFolder } from './redocly.js';
import { type Version, versions } from './versions.js';

export interface AcceptedChange {
  readonly version: Version;
  readonly change: string;
  /** The description of the change, so that another breaking change at the same location is not accepted with it. */
  readonly what: string;
  readonly reason: string;
}

/** The reason in the entry that the gate prints. An author must replace it. */
const placeholder = 'why partners are not affected';

/** A reason has at least three words, and is no note to write one later. */
const threeWords = /^\s*\S+\s+\S+\s+\S/;
const note = /^\s*(?:todo|tbd|fixme)\b|^[-\s.?x]*$/i;

/** `accepted-changes.schema.json` has the same rules for editors. */
const properties = ['version', 'change', 'what', 'reason'];

const file = join(specFolder, 'accepted-changes.yaml');

export async function readAcceptedChanges(): Promise<AcceptedChange[]> {
  return parseAcceptedChanges(await readFile(file, 'utf8'));
}

/** Keeps the comment that explains the file. */
export async function clearAcceptedChanges(): Promise<void> {
  const lines = (await readFile(file, 'utf8')).split('\n');
  const comment = lines.slice(
    0,
    lines.findIndex((line) => !line.startsWith('#')),
  );
  await writeFile(file, [...comment, '[]', ''].join('\n'));
}

export function parseAcceptedChanges(yaml: string): AcceptedChange[] {
  const entries: unknown = parse(yaml);
  if (!Array.isArray(entries))
    throw new ContractError('spec/accepted-changes.yaml must contain a list; `[]` if it is empty.');
  return entries.map((entry, index) => {
    const fields = isObject(entry) ? entry : {};
    const { version, change, what, reason } = fields;
    const known = versions.find((name) => name === version);
    if (known === undefined || !isText(change) || !isText(what) || !isText(reason)) {
      throw new ContractError(
        `spec/accepted-changes.yaml, entry ${index + 1}: add version (${versions.join(' or ')}), change, what and reason.`,
      );
    }
    const unknown = Object.keys(fields).find((name) => !properties.includes(name));
    if (unknown !== undefined) {
      throw new ContractError(
        `spec/accepted-changes.yaml, entry ${index + 1}: remove the unknown ${unknown}.`,
      );
    }
    if (reason.trim() === placeholder) {
      throw new ContractError(
        `spec/accepted-changes.yaml, entry ${index + 1}: replace the reason "${placeholder}" with the real one.`,
      );
    }
    if (!threeWords.test(reason) || note.test(reason)) {
      throw new ContractError(
        `spec/accepted-changes.yaml, entry ${index + 1}: "${reason.trim()}" is no reason. Say in three words or more why the change is intended.`,
      );
    }
    return { version: known, change, what, reason };
  });
}

/** Renders the entry to paste into the file, without the reason. */
export function renderAcceptance(version: Version, change: Change): string {
  return [
    `- version: ${version}`,
    `  change: ${JSON.stringify(changeKey(change))}`,
    `  what: ${JSON.stringify(change.sentence)}`,
    `  reason: ${placeholder}`,
  ].join('\n');
}

export function findAcceptance(
  change: Change,
  version: Version,
  accepted: readonly AcceptedChange[],
): AcceptedChange | undefined {
  return accepted.find(
    (entry) =>
      entry.version === version && entry.change === changeKey(change) && entry.what === change.sentence,
  );
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}
