import { describe, expect, it } from '@jest/globals';
import { readArguments } from '../src/cli/read-arguments.js';

const needed = ['--url', 'http://localhost:3000', '--document', 'a.yaml'];

describe('the command line', () => {
  it('reads every option', () => {
    const words = [
      ...needed,
      '--token',
      't',
      '--seed',
      '5',
      '--minutes',
      '2',
      '--timeout',
      '1.5',
      '--strict',
      '--deep',
    ];
    const lists = [
      '--id',
      'chatId=a=b',
      '--id',
      'chatId=c',
      '--header',
      'X-A: b',
      '--only',
      'getChat',
      '--only',
      'GET *',
    ];
    expect(readArguments([...words, ...lists, '--body-limit', 'x-limit', '--json'], {})).toEqual({
      documents: ['a.yaml'],
      json: '-',
      isQuiet: false,
      options: {
        baseUrl: 'http://localhost:3000',
        token: 't',
        seed: 5,
        only: ['getChat', 'GET *'],
        skip: [],
        ids: { chatId: ['a=b', 'c'] },
        headers: { 'x-a': 'b' },
        strict: true,
        deep: true,
        bodyLimit: 'x-limit',
        errorListPath: undefined,
        timeBudgetMs: 120_000,
        timeoutMs: 1500,
      },
    });
  });

  it('reads the token from the environment, and uses the documents of a script when none is named', () => {
    const words = [
      '--url',
      'http://localhost',
      '--default-document',
      'v3.json',
      '--default-document',
      'v2.json',
    ];
    const read = readArguments(words, { CONFORMANCE_TOKEN: 'secret' });
    expect(read).toMatchObject({ documents: ['v3.json', 'v2.json'], options: { token: 'secret' } });
    expect(readArguments([...words, '--document', 'mine.yaml'], {})).toMatchObject({
      documents: ['mine.yaml'],
    });
  });

  it('reads a run against a receiver; its secret comes from the environment if it is not passed', () => {
    const words = ['--receiver', 'http://localhost:8080/hook', '--default-document', 'v3.json', '--quiet'];
    const more = ['--event', 'chat.updated', '--probe', 'http://localhost:8080/probe', '--timeout', '2'];
    expect(
      readArguments([...words, ...more, '--only', 'valid'], { CONFORMANCE_SECRET: 'whsec_AAAA' }),
    ).toEqual({
      json: undefined,
      isQuiet: true,
      receiver: {
        document: 'v3.json',
        url: 'http://localhost:8080/hook',
        secret: 'whsec_AAAA',
        revokedSecret: undefined,
        events: ['chat.updated'],
        probeUrl: 'http://localhost:8080/probe',
        headers: {},
        only: ['valid'],
        seed: undefined,
        timeoutMs: 2000,
      },
    });
    expect(() => readArguments(words, {})).toThrow('Pass the secret with --secret');
  });

  it('accepts --help alone', () => {
    expect(readArguments(['--help'], {})).toBe('help');
  });

  it.each([
    [['--document', 'a.yaml'], 'Name the server with --url'],
    [['--url', 'http://localhost'], 'Name the document with --document'],
    [[...needed, '--colour'], "Unknown option '--colour'"],
    [[...needed, '--requests', 'many'], '--requests must be a number of at least 1, not many.'],
    [[...needed, '--id', 'chatId'], '--id must be name=value, not chatId.'],
    [[...needed, '--header', 'nothing'], '--header must be name: value, not nothing.'],
    [[...needed, '--body-limit', '0'], '--body-limit must be a number of at least 1, not 0.'],
  ])('is refused with a message: %j', (words, message) => {
    expect(() => readArguments(words, {})).toThrow(message);
  });
});
