import { useStage } from '../../support/use-stage.js';
import { describeAcceptedUploads } from './accept-upload.js';
import { describeRefusedUploads } from './refuse-upload.js';

export function describeUploads(): void {
  const stage = useStage();

  describeAcceptedUploads(stage);
  describeRefusedUploads(stage);
}
