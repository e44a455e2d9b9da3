import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { runRedocly } from '../scripts/redocly.js';
import { copySpec } from './copy-spec.js';
import type { DecoratorCase, DecoratorCases } from './decorator-cases.js';
import { smallDocument } from './small-document.js';

/**
 * Returns the operation of each case after its one decorator, by `decorator: name of the case`, as the real Redocly
 * returns it.
 */
export async function bundleCases(cases: Record<string, DecoratorCases>): Promise<Map<string, object>> {
  const copy = await copySpec('v3', 'v2', 'shared', 'rules', 'decorators');
  const named = listCases(cases);
  for (const { root, operation, info = {} } of named)
    await writeFile(join(copy.folder, root), JSON.stringify(smallDocument({ operation, info })));
  await writeFile(join(copy.folder, 'redocly.bundle.yaml'), stringify(configure(named)));
  const { exitCode, stderr } = await runRedocly(
    ['bundle', ...named.map(({ alias }) => alias), '--output=bundled', '--ext=json'],
    copy.folder,
  );
  if (exitCode !== 0) throw new Error(stderr);
  const operations = named.map(async ({ key, alias }): Promise<[string, object]> => {
    const document = JSON.parse(await readFile(join(copy.folder, 'bundled', `${alias}.json`), 'utf8'));
    const { operationId, ...rest } = document.paths['/chats/{chatId}'].post;
    return [key, rest];
  });
  return new Map(await Promise.all(operations));
}

interface NamedCase extends DecoratorCase {
  readonly key: string;
  readonly decorator: string;
  readonly alias: string;
  readonly root: string;
}

function listCases(cases: Record<string, DecoratorCases>): NamedCase[] {
  return Object.entries(cases).flatMap(([decorator, ofDecorator]) =>
    Object.entries(ofDecorator).map(([name, one], index) => {
      const alias = `${decorator}-${index}`;
      const root = `${one.version ?? 'v3'}/${alias}.json`;
      return { ...one, key: `${decorator}: ${name}`, decorator, alias, root };
    }),
  );
}

/** Each document has the decorator of its case only. */
function configure(cases: readonly NamedCase[]): object {
  const apis = cases.map(({ alias, root, decorator, options }) => [
    alias,
    { root, preprocessors: { [`decorate/${decorator}`]: { severity: 'error', ...options } } },
  ]);
  return { plugins: ['./decorators/plugin.js'], apis: Object.fromEntries(apis) };
}
