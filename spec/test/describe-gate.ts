import { beforeAll, describe, expect, it } from '@jest/globals';
import { type Change, changeKey } from '../scripts/change.js';
import type { Version } from '../scripts/versions.js';
import { compareEdited, type EditableDocument } from './compare-edited.js';

interface Case {
  readonly name: string;
  readonly edit: (document: EditableDocument) => void;
  /** The change as the report prints it, followed by its description. */
  readonly expected: string;
}

/** Makes all edits in one document, since they are independent, and searches for each in the report of the gate. */
export function describeGate(
  title: string,
  version: Version,
  verdict: 'breaking' | 'compatible',
  cases: readonly Case[],
): void {
  describe(`the gate ${title}`, () => {
    let changes: Change[];
    beforeAll(() => {
      changes = compareEdited(version, (document) => {
        for (const { edit } of cases) edit(document);
      });
    });
    it.each(cases)('$name', ({ expected }) => {
      const relevant = changes.filter(
        ({ severity }) => (severity === 'breaking') === (verdict === 'breaking'),
      );
      const words = relevant.map((change) => `${changeKey(change)}: ${change.sentence}`);
      expect(words).toContainEqual(expect.stringContaining(expected));
    });
    it(verdict === 'breaking' ? 'as a whole' : 'with nothing broken', () => {
      const isBreaking = changes.some(({ severity }) => severity === 'breaking');
      expect(isBreaking).toBe(verdict === 'breaking');
    });
  });
}

/** Finds the location at which an error response declares its keys. */
export function findErrorKeys(response: EditableDocument): EditableDocument {
  return response.content['application/json'].schema.properties.error.allOf[1].properties.messageKey;
}
