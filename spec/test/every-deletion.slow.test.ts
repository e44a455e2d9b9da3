import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { listOperations } from '../scripts/list-operations.js';
import { specFolder } from '../scripts/redocly.js';
import { versions } from '../scripts/versions.js';
import { compareEdited, type EditableDocument } from './compare-edited.js';
import {
  deleteSite,
  listResponseProperties,
  nameByComponent,
  type PropertySite,
  planRounds,
} from './response-properties.js';

/** Deletes each part of the contract that a partner relies on, one after the other; each deletion must be reported. */
describe.each(versions)('the gate reports, in %s,', (version) => {
  const document: EditableDocument = JSON.parse(
    readFileSync(join(specFolder, `dist/${version}.json`), 'utf8'),
  );
  const operations = listOperations(document);

  const findBreaks = (edit: (document: EditableDocument) => void): string[] => {
    const changes = compareEdited(version, edit);
    return changes
      .filter(({ severity }) => severity === 'breaking')
      .flatMap(({ rule, location, sentence }) => [`${rule} ${location}`, sentence]);
  };

  it('every deleted operation and event', () => {
    const breaks = findBreaks((edited) => {
      for (const path of Object.keys(edited.paths))
        edited.paths[path] = { parameters: edited.paths[path].parameters };
      edited.webhooks = {};
    });
    const expected = [
      ...operations.map(({ location }) => `operation-removed ${location}`),
      ...Object.keys(document.webhooks).map((event) => `event-removed webhook > ${event}`),
    ];
    expect(breaks).toEqual(expect.arrayContaining(expected));
  });

  it('every deleted error response', () => {
    const breaks = findBreaks(({ paths }) => {
      for (const { responses } of listEditableOperations(paths)) {
        for (const status of Object.keys(responses)) if (/^[45]/.test(status)) delete responses[status];
      }
    });
    const errors = operations.flatMap(({ location, errorKeys }) =>
      [...errorKeys.keys()].map((status) => `response-removed ${location} > ${status}`),
    );
    expect(errors.length).toBeGreaterThan(operations.length);
    expect(breaks).toEqual(expect.arrayContaining(errors));
  });

  it('every deleted error key', () => {
    const breaks = findBreaks(({ components }) => {
      for (const response of Object.values<EditableDocument>(components.responses)) {
        const [, own] = response.content['application/json'].schema.properties.error.allOf;
        own.properties.messageKey = { type: 'string', const: 'something_else' };
      }
    });
    const keys = operations.flatMap(({ location, errorKeys }) =>
      [...errorKeys].flatMap(([status, names]) =>
        names.map((name) => `error-key-removed ${location} > ${status} > ${name}`),
      ),
    );
    expect(keys.length).toBeGreaterThan(operations.length);
    expect(breaks).toEqual(expect.arrayContaining(keys));
  });

  it('every deleted field of a response or event', () => {
    const sites = listResponseProperties(document);
    const unnamed: string[] = [];
    for (const round of planRounds(sites)) {
      const breaks = findBreaks((edited) => {
        for (const site of round) deleteSite(edited, site);
      });
      const missed = round.filter((site) => !isNamed(site, round, breaks));
      unnamed.push(...missed.map(({ id }) => id));
    }
    expect(sites.length).toBeGreaterThan(50);
    expect(unnamed).toEqual([]);
  });
});

/** A component that requests use too is reported at its first location, which may be a request. */
function isNamed(site: PropertySite, round: readonly PropertySite[], breaks: readonly string[]): boolean {
  const sentence = nameByComponent(site);
  if (sentence && breaks.includes(sentence)) return true;
  const others = round.filter((other) => other !== site);
  return [...site.locations]
    .filter((location) => !others.some(({ locations }) => locations.has(location)))
    .some((location) => isLost(location, breaks));
}

/** If the shared error still has its `messageKey`, only its possible keys are lost. */
function isLost(location: string, breaks: readonly string[]): boolean {
  const lostKeys = `error-key-removed ${location.replace(/body\.error\.messageKey$/, '')}`;
  // The report names the branch of a union, as in `body.data[](chat.updated).data`; all branches have one location.
  const withoutBranches = breaks.map((name) => name.replaceAll(/\([\w.]+\)/g, ''));
  return (
    withoutBranches.includes(`property-removed ${location}`) ||
    breaks.some((name) => name.startsWith(lostKeys))
  );
}

function listEditableOperations(paths: EditableDocument): EditableDocument[] {
  return Object.values<EditableDocument>(paths).flatMap((item) =>
    Object.values<EditableDocument>(item).filter(({ operationId }) => operationId !== undefined),
  );
}
