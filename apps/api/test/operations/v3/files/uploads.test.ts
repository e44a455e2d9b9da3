import { describe } from '@jest/globals';
import { useStage } from '../../support/use-stage.js';
import { describeAcceptedUploads } from './accept-upload.js';
import { describeRefusedUploads } from './refuse-upload.js';

/** Apart from the other tests of files, since many of these compare every byte that the tenant has stored. */
describe('uploads', () => {
  const stage = useStage();

  describeAcceptedUploads(stage);
  describeRefusedUploads(stage);
});
