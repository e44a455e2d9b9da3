import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { it } from '@jest/globals';

it('keeps the run going until the other process has crashed', async () => {
  while (!existsSync(join(process.env.PARLEY_TEST_RUN ?? '', 'crashes'))) await setTimeout(20);
});
