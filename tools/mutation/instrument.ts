import ts from 'typescript';
import { isFunction, nameFunctions } from './functions.js';
import type { Mutant } from './mutant.js';

export interface Numbered {
  readonly id: number;
  readonly mutant: Mutant;
}

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Adds mutants to the text of a file, each behind a switch, so that one process can run all of them. */
export function addMutants(text: string, mutants: readonly Numbered[]): string {
  const places = new Map<string, Edit>();
  for (const { id, mutant } of mutants) {
    const { start, end, before, after, form } = mutant;
    const place = `${start} ${end}`;
    // Several mutants of one SQL statement replace the same text.
    const otherwise = places.get(place)?.text ?? before;
    const replaced =
      form === 'statement'
        ? `if (${isActive(id)}) {} else { ${otherwise} }`
        : `(${isActive(id)} ? (${after}) : (${otherwise}))`;
    places.set(place, { start, end, text: replaced });
  }
  return applyEdits(text, [...places.values()]);
}

const isActive = (id: number) => `globalThis.parleyMutant === ${id}`;

/** Makes every function of a file record that it was called. */
export function addRecording(file: string, text: string): string {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true);
  const names = nameFunctions(source);
  const edits: Edit[] = [];
  const insert = (at: number, added: string) => edits.push({ start: at, end: at, text: added });
  const visit = (node: ts.Node): void => {
    if (isFunction(node) && node.body) {
      const { body } = node;
      const call = `globalThis.parleyCalled?.(${JSON.stringify(names.get(node))})`;
      if (ts.isBlock(body)) insert(body.getStart(source) + 1, ` ${call};`);
      else {
        insert(body.getStart(source), `(${call}, (`);
        insert(body.getEnd(), '))');
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return applyEdits(text, edits);
}

/** Edits must not overlap; those at one place are applied in the order of the list. */
function applyEdits(text: string, edits: readonly Edit[]): string {
  const ordered = edits
    .map((edit, index) => ({ ...edit, index }))
    .sort((a, b) => a.start - b.start || a.index - b.index);
  let result = '';
  let position = 0;
  for (const { start, end, text: added } of ordered) {
    result += text.slice(position, start) + added;
    position = end;
  }
  return result + text.slice(position);
}
