import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { bundleDocument } from '../scripts/bundle-document.js';
import { type Change, changeKey } from '../scripts/change.js';
import { compareDocuments } from '../scripts/compare-documents.js';
import { judgeComparisons } from '../scripts/judge-comparisons.js';
import { readDocument } from '../scripts/read-document.js';
import { specFolder } from '../scripts/redocly.js';
import { renderFailure } from '../scripts/render-failure.js';
import { allowForTools } from './allow-for-tools.js';
import { copySpec, type SpecCopy, sourcesOf } from './copy-spec.js';

allowForTools();

/** The complete path from an edited source file to the error message. */
describe('what is deleted from the sources of v3 is named by the gate:', () => {
  let copy: SpecCopy;
  let changes: Change[];
  beforeAll(async () => {
    copy = await copySpec(...sourcesOf('v3'));
    await copy.edit('v3/openapi.yaml', ({ paths }) => delete paths['/files/{fileId}/public_url']);
    await copy.edit('shared/schemas/Handle.yaml', (handle) => {
      delete handle.properties.hasChats;
      handle.required = handle.required.filter((name: string) => name !== 'hasChats');
    });
    await copy.edit('v3/paths/campaigns@{campaignId}.yaml', ({ put }) => delete put.responses['409']);
    await bundleDocument('v3', copy.folder);
    const edited = await readDocument(join(copy.folder, 'dist/v3.json'));
    changes = compareDocuments(await readDocument(join(specFolder, 'dist/v3.json')), edited);
  });

  it.each([
    ['an operation', 'Operation `getFilePublicUrl` was removed'],
    ['a field of a response', 'Property `hasChats` of `Handle` was removed'],
    ['an error', 'response-removed PUT /campaigns/{campaignId} > 409'],
  ])('%s', (_, message) => {
    const comparison = { version: 'v3', released: '3.0.0', current: '3.0.0', changes } as const;
    const judgement = judgeComparisons([comparison], []);
    expect(judgement.passes).toBe(false);
    expect(renderFailure(judgement)).toContain(message);
  });

  it('and nothing else is reported', () => {
    const breaks = changes.filter(({ severity }) => severity === 'breaking').map(changeKey);
    expect(breaks).toEqual([
      'property-removed POST /contacts/{contactId}/labels > 200 > body.data.handles[].hasChats',
      'operation-removed GET /files/{fileId}/public_url',
      'response-removed PUT /campaigns/{campaignId} > 409',
      'schema-name-removed schema > FilePublicUrl',
      'component-name-removed component > responses > CampaignNotEditable',
    ]);
  });
});
