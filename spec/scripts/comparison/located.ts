import type { Severity } from '../change.js';
import { type ContractDocument, childPointer } from '../read-document.js';
import type { CompareSchemas } from './comparing.js';
import type { Direction, Finding } from './finding.js';
import { readParts } from './read-parts.js';

/** A difference at one location of the contract. */
export interface Located {
  readonly rule: string;
  readonly severity: Severity;
  readonly sentence: string;
  readonly location: string;
  /** The operation or event that has the difference; empty if it belongs to the whole document. */
  readonly user: string;
  /** The pointer of a declaration that several operations share. */
  readonly source?: string;
  /** The values that an enumeration has lost. */
  readonly lost?: readonly string[];
}

/** An operation or event that both documents have. */
export interface Subject {
  readonly base: ContractDocument;
  readonly head: ContractDocument;
  /** `GET /chats/{chatId}`, or `webhook > chat.updated`. */
  readonly location: string;
  /** The `operationId`, or the name of the event. */
  readonly user: string;
  readonly comparisons: Readonly<Record<Direction, CompareSchemas>>;
}

/** Two values of a document with their pointers. */
export interface Pair {
  readonly before: unknown;
  readonly after: unknown;
  readonly beforePointer: string;
  readonly afterPointer: string;
}

export function pairAt({ before, after, beforePointer, afterPointer }: Pair, key: string): Pair {
  return {
    before: at(before, key),
    after: at(after, key),
    beforePointer: childPointer(beforePointer, key),
    afterPointer: childPointer(afterPointer, key),
  };
}

function at(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
}

export function compareSchemaPair(
  { base, head, user, comparisons }: Subject,
  { before, after, beforePointer, afterPointer }: Pair,
  { direction, location }: { readonly direction: Direction; readonly location: string },
): Located[] {
  const was = readParts(base, before, beforePointer);
  const is = readParts(head, after, afterPointer);
  return locate(comparisons[direction](was, is), location, user);
}

export function locate(findings: readonly Finding[], location: string, user: string): Located[] {
  return findings.map(({ path, ...finding }) => ({ ...finding, location: `${location}${path}`, user }));
}
