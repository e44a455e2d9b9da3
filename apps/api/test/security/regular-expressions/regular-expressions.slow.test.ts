import { describe, expect, it } from '@jest/globals';
import { v2Document, v3Document } from '@parley/contract/documents';
import { findPatterns, listDocumentPatterns, listSourceFolders } from './find-patterns.js';
import { findSlowText, type SlowText } from './probe-pattern.js';

describe('the probe', () => {
  it.each([
    [/^(a+)+$/, 'exponential: nested repetition'],
    [/^(?:[a-z]+\s?)*$/i, 'exponential: the space is optional'],
    [/^([^\s@]+\.?)+@example$/, 'exponential, as in many checks of email addresses'],
    [/\s+$/, 'quadratic: restarts at each space'],
    [/\/+$/, 'quadratic: restarts at each slash'],
    [/\{\{\s*\w+\s*\w+\}\}/, 'quadratic: two repetitions of the same character'],
    [/<!--.*-->/s, 'quadratic: every beginning searches for the end'],
    [/<([^>]*)>\s*;/, 'quadratic: a beginning may contain others'],
    [/"(?:[^"\\]|\\.)*"/gsu, 'quadratic: a string without an end contains other beginnings'],
    [/([\p{L}.:]+)(?![\p{L}.:]|\s*\()/gu, 'quadratic: what must not follow is found only at the end'],
  ])('detects a slow expression (%s): %s', (pattern) => {
    expect(findSlowText(pattern)).toMatchObject({ tookMs: expect.any(Number) });
  });

  it.each([
    /^a+$/,
    /^[\w.]+@[\w]+$/,
    /(?<!\/)\/+$/,
    /^(?:[A-Z]{2})(?:-[a-z]{2})*$/,
    /"((?:[^"\\]|\\.)*)"/suy,
    /"(?:[^"\\]|\\.)*(?:"|\\?$)/gsu,
    /(?<![\p{L}.:])([\p{L}.:]+)(?![\p{L}.:]|\s*\()/gu,
  ])('lets %s pass', (pattern) => {
    expect(findSlowText(pattern)).toBeUndefined();
  });
});

describe('no pattern of the contract is slow for any text', () => {
  const patterns = new Set([v2Document, v3Document].flatMap((document) => listDocumentPatterns(document)));

  it.each([...patterns])('%s', (pattern) => {
    expect(findSlowText(new RegExp(pattern, 'u'))).toBeUndefined();
  });

  it('the contract has patterns', () => expect(patterns.size).toBeGreaterThan(5));
});

/**
 * Checked by hand: a copy with another flag; words with a mandatory space between them; one emoji without a repetition; and,
 * in the conformance check, expressions from its user: the patterns of the document, and the operations to check.
 */
const knownBuilders = [
  'apps/api/src/http/validation/storable-text.ts',
  'packages/core/src/messages/reactions/is-emoji.ts',
  'packages/core/src/triggers/contains-keyword.ts',
  'packages/validation/src/schema/keywords.ts',
  'packages/conformance/src/run/select.ts',
];

/** These packages run on a developer's machine and read no untrusted input. */
const notShipped = ['packages/bench/src', 'packages/testkit/src'];

describe('no regular expression of the code is slow for any text', () => {
  const folders = listSourceFolders().filter((folder) => !notShipped.includes(folder));

  it('all released code is checked', () => {
    expect(folders).toEqual(
      expect.arrayContaining(['apps/api/src', 'apps/worker/src', 'packages/client/src', 'packages/core/src']),
    );
  });

  it.each(folders)('%s', async (folder) => {
    const { written, builtIn } = await findPatterns(folder);
    const slow = written.flatMap(({ file, pattern }) => {
      const text = probeOnce(pattern);
      return text ? [{ file, pattern: String(pattern), ...text }] : [];
    });
    expect(slow).toEqual([]);
    expect(knownBuilders).toEqual(expect.arrayContaining([...builtIn]));
  });
});

const probed = new Map<string, SlowText | undefined>();

/** Generated files repeat the patterns of the contract. */
function probeOnce(pattern: RegExp): SlowText | undefined {
  const name = String(pattern);
  if (!probed.has(name)) probed.set(name, findSlowText(pattern));
  return probed.get(name);
}
