import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
const readme = read('README.md');
const samples = [...readme.matchAll(/<!-- (.+) -->\n```ts\n([\s\S]*?)```/g)].map(
  ([, path = '', code = '']) => [path, code] as const,
);

describe('the README', () => {
  it.each(samples)('shows a part of %s unchanged', (path, code) => {
    expect(read(path)).toContain(code);
  });

  it('shows no other TypeScript, so that all of it is compiled and run', () => {
    expect(readme.match(/```ts/g)).toHaveLength(samples.length);
  });

  it('is short', () => {
    expect(readme.split('\n').length).toBeLessThanOrEqual(120);
  });
});
