import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { makeTestFolder } from '@parley/testkit/make-test-folder';

const root = fileURLToPath(new URL('../../..', import.meta.url));

test('create-secrets.sh adds what is missing to a file that ends without a newline, and replaces nothing', () => {
  const copy = makeTestFolder('secrets');
  const path = 'deploy/compose/create-secrets.sh';
  cpSync(join(root, path), join(copy, path), { recursive: true });
  writeFileSync(join(copy, '.env'), 'LOG_LEVEL=warn\nPOSTGRES_PASSWORD=kept');
  const create = () => {
    execFileSync('sh', [join(copy, path)]);
    return readFileSync(join(copy, '.env'), 'utf8');
  };
  const written = create();
  expect(written).toMatch(/^LOG_LEVEL=warn\nPOSTGRES_PASSWORD=kept\nDATABASE_PASSWORD=\S{32}\n/);
  expect(create()).toBe(written);
});
