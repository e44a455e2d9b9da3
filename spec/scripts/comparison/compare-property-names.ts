import { childPointer } from '../read-document.js';
import type { Comparing } from './comparing.js';
import type { Finding } from './finding.js';
import type { Alternative } from './read-alternatives.js';
import { type Part, readPartsAt } from './read-parts.js';

/** Compares the schemas that the names of properties must match. */
export function comparePropertyNames(
  before: Alternative,
  after: Alternative,
  { compare }: Comparing,
): Finding[] {
  const isLimited = [before, after].some(({ parts }) => parts.some(({ value }) => 'propertyNames' in value));
  if (!isLimited) return [];
  const findings = compare(readNames(before), readNames(after));
  return findings.map((finding) => ({
    ...finding,
    path: ` > propertyNames${finding.path}`,
    sentence: `Names of properties: ${finding.sentence}`,
  }));
}

/** A name is always a string, whether the schema says so or not. */
function readNames({ parts }: Alternative): Part[] {
  const text = parts.slice(0, 1).map((part) => ({
    ...part,
    pointer: childPointer(part.pointer, 'propertyNames'),
    value: { type: 'string' },
  }));
  return [...text, ...readPartsAt(parts, 'propertyNames')];
}
