import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';

const main = fileURLToPath(new URL('../src/limit-memory.ts', import.meta.url));

/** Runs a program after the flags are set, and returns what it prints. */
function runLimited(program: string): string {
  const text = `import { limitMemory } from ${JSON.stringify(main)};\nlimitMemory();\n${program}`;
  const flags = [
    '--import=./tools/typescript/register.js',
    '--allow-natives-syntax',
    '--input-type=module',
    '--eval',
  ];
  const { stdout, stderr } = spawnSync(process.execPath, [...flags, text], { encoding: 'utf8' });
  // V8 reports a flag that it does not know there, and goes on.
  expect(stderr).toBe('');
  return stdout.trim();
}

test('WebAssembly that is called often is not compiled a second time, with optimizations', () => {
  // A function that counts down from its argument, as bytes: (loop (br_if 0 (local.tee 0 (i32.sub (local.get 0) (i32.const 1))))).
  const program = `
    const bytes = [0,97,115,109,1,0,0,0, 1,5,1,96,1,127,0, 3,2,1,0, 7,5,1,1,102,0,0,
      10,16,1,14,0,3,64,32,0,65,1,107,34,0,13,0,11,11];
    const { f } = new WebAssembly.Instance(new WebAssembly.Module(new Uint8Array(bytes))).exports;
    let isOptimized = false;
    for (let count = 0; count < 100 && !isOptimized; count += 1) {
      f(1_000_000);
      isOptimized = %IsTurboFanFunction(f);
    }
    console.log(isOptimized);`;
  expect(runLimited(program)).toBe('false');
});
