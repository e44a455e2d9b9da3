import { describe } from '@jest/globals';
import { resetClockAfterEach, useStage, useWorld } from '../../support/use-stage.js';
import { describeContactCreation } from './create-contact.js';
import { describeContactDeletion } from './delete-contact.js';
import { describeContactExport } from './export.js';
import { describeExportResult } from './export-result.js';
import { describeContactHandles } from './handles.js';
import { describeContactLabels } from './labels.js';
import { describeContactMerge } from './merge.js';
import { describeContactMetadata } from './metadata.js';
import { describeContactSearch } from './search.js';
import { describeContactUpdate } from './update-contact.js';

const stage = useStage();
const world = useWorld(stage);
resetClockAfterEach(stage);

describe('contact writes', () => {
  describeContactCreation(stage, world);
  describeContactUpdate(stage, world);
  describeContactDeletion(stage, world);
  describeContactHandles(stage, world);
  describeContactMerge(stage, world);
});

describe('contact labels', () => describeContactLabels(stage, world));
describe('contact metadata', () => describeContactMetadata(stage));
describe('contact search', () => describeContactSearch(stage));
describe('exports of contacts', () => describeContactExport(stage, world));
describe('the result of an export of a contact', () => describeExportResult(stage, world));
