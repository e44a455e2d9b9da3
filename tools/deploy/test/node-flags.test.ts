import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
const flagsIn = (command: string | undefined) => command?.match(/--[a-z-]+(?:=\w+)?(?=[" ].*run\.cjs)/g);

test('the units and the scripts start the API and a worker with the same flags of Node and settings of malloc', () => {
  const { scripts } = JSON.parse(read('package.json'));
  const commandIn = (unit: string) => /^ExecStart=(.*)$/m.exec(read(`deploy/systemd/${unit}`))?.[1];
  const [api, worker] = [
    [scripts['start:api'], commandIn('parley-api.service')],
    [scripts['start:worker'], commandIn('parley-worker@.service')],
  ];
  expect(api?.map(flagsIn)).toEqual(api?.map(() => ['--enable-source-maps', '--max-semi-space-size=8']));
  expect(worker?.map(flagsIn)).toEqual(worker?.map(() => ['--enable-source-maps']));
  expect(scripts['start:api']).toMatch(/^exec env MALLOC_ARENA_MAX=2 node /);
  expect(read('deploy/systemd/parley-api.service')).toMatch(/^Environment=MALLOC_ARENA_MAX=2$/m);
});
