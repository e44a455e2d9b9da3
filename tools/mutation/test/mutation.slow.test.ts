import { describe, expect, it } from '@jest/globals';
import { transformSync } from 'esbuild';
import { equivalents } from '../equivalents.js';
import { listMutants } from '../list-mutants.js';
import { applyMutant, keyOf } from '../mutant.js';
import { readArguments } from '../read-arguments.js';
import { readSources } from '../sources.js';

const sources = await readSources(process.cwd());
/** All mutants of the service, by file. */
const ofSources = sources.map(({ file, text }) => ({ file, text, mutants: listMutants(file, text) }));
const everyMutant = ofSources.flatMap(({ mutants }) => mutants);

describe('the key of a mutant', () => {
  it('is unique among all mutants of the service', () => {
    const keys = everyMutant.map(keyOf);
    expect(new Set(keys).size).toBe(keys.length);
  });
});

describe('the text with a mutant', () => {
  it('is valid for each kind of change in every file of the service', () => {
    for (const { text, mutants } of ofSources) {
      for (const mutant of new Map(mutants.map((one) => [one.kind, one])).values()) {
        expect(() => transformSync(applyMutant(text, mutant), { loader: 'ts' })).not.toThrow();
      }
    }
    expect(sources.length).toBeGreaterThan(300);
  });
});

describe('the list of equivalent mutants', () => {
  it('has a reason for each, and names exactly one mutant with it', () => {
    const keyed = everyMutant.map((mutant) => ({ key: keyOf(mutant), code: mutant.code }));
    for (const one of equivalents) {
      const wanted = keyOf(one);
      const codes = keyed.filter(({ key }) => key === wanted).map(({ code }) => code);
      expect([one.from, codes]).toEqual([one.from, [one.code]]);
    }
    expect(equivalents.filter(({ reason }) => reason.length < 20)).toEqual([]);
  });
});

describe('the command line', () => {
  it('chooses from every kind of mutants of the service with `--kinds all`', () => {
    const read = readArguments(['--kinds', 'all']);
    const kinds = read === 'help' ? [] : read.kinds;
    expect(kinds.toSorted()).toEqual([...new Set(everyMutant.map(({ kind }) => kind))].sort());
  });
});
