import { describe, expect, it } from '@jest/globals';
import { readArguments } from '../read-arguments.js';

describe('the arguments of test:changed', () => {
  it.each([
    [
      ['--since', 'v1', '-t', 'a name'],
      ['-t', 'a name'],
    ],
    [['--maxWorkers=2', '--since=v1', '--list'], ['--maxWorkers=2']],
    [['--since', 'v1'], []],
  ])('%j: arguments of Jest are passed to Jest unchanged', (args, rest) => {
    expect(readArguments(args)).toMatchObject({ since: 'v1', rest });
  });

  it.each([[['--since']], [['--since', '--list']]])('%j is refused without a commit', (args) => {
    expect(() => readArguments(args)).toThrow('--since needs a commit');
  });
});
