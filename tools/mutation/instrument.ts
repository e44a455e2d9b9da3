import ts from 'typescript';
import { isFunction, nameFunctions } from './functions.js';
import type { Mutant } from './mutant.js';

export interface Numbered {
  readonly id: number;
  readonly mutant: Mutant;
  /** It is a part of a statement whose text is made when its module is loaded, so it replaces a part of that text later. */
  readonly isText?: boolean;
}

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Adds mutants to the text of a file, each behind a switch, so that one process can run all of them. */
export function addMutants(text: string, mutants: readonly Numbered[]): string {
  const places = new Map<string, Edit & { readonly value: string }>();
  for (const numbered of mutants) {
    const { start, end, before, form } = numbered.mutant;
    const place = `${start} ${end}`;
    // Several mutants of one SQL statement replace the same text.
    const value = switchTo(numbered, places.get(place)?.value ?? before);
    places.set(place, { start, end, value, text: form === 'shorthand' ? `${before}: ${value}` : value });
  }
  return applyEdits(text, [...places.values()]);
}

function switchTo({ id, mutant: { form, after }, isText }: Numbered, otherwise: string): string {
  if (form === 'statement') return `if (${isActive(id)}) {} else { ${otherwise} }`;
  if (isText) return `globalThis.parleyText(${id}, ${after}, ${otherwise})`;
  return `(${isActive(id)} ? (${after}) : (${otherwise}))`;
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
