import { describe, expect, it } from '@jest/globals';
import { v2Document, v3Document } from '@parley/contract/documents';
import { findPatterns, listDocumentPatterns, listSourceFolders } from './find-patterns.js';
import { findSlowText } from './probe-pattern.js';

describe('the probe', () => {
  it.each([
    [/^(a+)+$/, 'exponential: a repetition in a repetition'],
    [/^(?:[a-z]+\s?)*$/i, 'exponential: the space may be missing'],
    [/^([^\s@]+\.?)+@example$/, 'exponential, as in many checks of addresses'],
    [/\s+$/, 'a square: tried again from each space'],
    [/\/+$/, 'a square: tried again from each slash'],
    [/\{\{\s*\w+\s*\w+\}\}/, 'a square: two repetitions of the same'],
    [/<!--.*-->/s, 'a square: every beginning looks for the end'],
    [/<([^>]*)>\s*;/, 'a square: a beginning may hold others'],
  ])('finds %s to be slow: %s', (pattern) => {
    expect(findSlowText(pattern)).toMatchObject({ tookMs: expect.any(Number) });
  });

  it.each([
    /^a+$/,
    /^[\w.]+@[\w]+$/,
    /(?<!\/)\/+$/,
    /^(?:[A-Z]{2})(?:-[a-z]{2})*$/,
    /"((?:[^"\\]|\\.)*)"/suy,
  ])('lets %s pass', (pattern) => {
    expect(findSlowText(pattern)).toBeUndefined();
  });
});

describe('no pattern of the contract can be made slow', () => {
  const patterns = new Set([v2Document, v3Document].flatMap((document) => listDocumentPatterns(document)));

  it.each([...patterns])('%s', (pattern) => {
    expect(findSlowText(new RegExp(pattern, 'u'))).toBeUndefined();
  });

  it('there are some', () => expect(patterns.size).toBeGreaterThan(5));
});

/**
 * Looked at by hand: a copy with another flag; words with a mandatory space between them; and
 * in the conformance check what its user writes: the patterns of the document, and which operations to check.
 */
const knownBuilders = [
  'apps/api/src/http/validation/storable-text.ts',
  'packages/core/src/triggers/contains-keyword.ts',
  'packages/validation/src/schema/keywords.ts',
  'packages/conformance/src/run/select.ts',
];

/** They run on the machine of a developer, and read no input of other people. */
const notShipped = ['packages/bench/src', 'packages/testkit/src'];

describe('no regular expression of the code can be made slow', () => {
  const folders = listSourceFolders().filter((folder) => !notShipped.includes(folder));

  it('all that ships is looked at', () => {
    expect(folders).toEqual(
      expect.arrayContaining(['apps/api/src', 'apps/worker/src', 'packages/client/src', 'packages/core/src']),
    );
  });

  it.each(folders)('%s', async (folder) => {
    const { written, builtIn } = await findPatterns(folder);
    const slow = written.flatMap(({ file, pattern }) => {
      const text = findSlowText(pattern);
      return text ? [{ file, pattern: String(pattern), ...text }] : [];
    });
    expect(slow).toEqual([]);
    expect(knownBuilders).toEqual(expect.arrayContaining([...builtIn]));
  });
});
