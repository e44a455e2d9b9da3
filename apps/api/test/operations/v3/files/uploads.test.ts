import { describe } from '@jest/globals';
import { useStage } from '../../support/use-stage.js';
import { describeAcceptedUploads } from './accept-upload.js';
import { describeRefusedUploads } from './refuse-upload.js';

describe('uploads', () => {
  const stage = useStage();

  describeAcceptedUploads(stage);
  describeRefusedUploads(stage);
});
