import { describe } from '@jest/globals';
import { useStage } from '../../support/use-stage.js';
import { describeMessageTemplateReads } from './read-message-template.js';
import { describeMessageTemplateSubmission } from './submit-message-template.js';
import { describeMessageTemplateWrites } from './write-message-template.js';

describe('message templates', () => {
  const stage = useStage();

  describeMessageTemplateWrites(stage);
  describeMessageTemplateReads(stage);
  describeMessageTemplateSubmission(stage);
});
