import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');

test('ADR 0042 says for each table of the schema what ends its rows, once', () => {
  // The names of enumerations are mapped in the same way.
  const models = read('prisma/schema.prisma').match(/^model [\s\S]*?^\}/gm) ?? [];
  const tables = models.map((model) => /@@map\("(\w+)"\)/.exec(model)?.[1]);
  const [, section = ''] = read('docs/decisions/0042-retention.md').split('## What ends each table');
  const rows = section.split('\n').filter((line) => line.startsWith('| `'));
  const listed = rows.flatMap((row) =>
    [...(row.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => name),
  );
  expect(listed.sort()).toEqual(tables.sort());
});
