import { beforeAll, describe, expect, it } from '@jest/globals';
import { lintDocuments } from './lint-documents.js';

interface RuleCases {
  /** Documents the rule has nothing against. */
  readonly passes: Record<string, object>;
  /** Documents the rule refuses, each with exactly the messages it must give. */
  readonly fails: Record<string, { readonly document: object; readonly messages: readonly string[] }>;
  readonly options?: object;
}

/** Shows a house rule failing on small documents and passing on the mended ones. */
export function describeRule(rule: string, { passes, fails, options = {} }: RuleCases): void {
  describe(`rule ${rule}`, () => {
    let messages: Map<string, string[]>;
    beforeAll(async () => {
      const refused = Object.entries(fails).map(([name, { document }]) => [name, document]);
      const documents = { ...passes, ...Object.fromEntries(refused) };
      messages = await lintDocuments({
        rules: { [`parley/${rule}`]: { severity: 'error', ...options } },
        documents,
      });
    });
    it.each(Object.keys(passes))('passes %s', (name) => {
      expect(messages.get(name)).toEqual([]);
    });
    it.each(Object.keys(fails))('fails %s', (name) => {
      expect(messages.get(name)).toEqual(fails[name]?.messages);
    });
  });
}
