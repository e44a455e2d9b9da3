import { useStage } from '../../support/use-stage.js';
import { describeMessageTemplateReads } from './read-message-template.js';
import { describeMessageTemplateWrites } from './write-message-template.js';

export function describeMessageTemplates(): void {
  const stage = useStage();

  describeMessageTemplateWrites(stage);
  describeMessageTemplateReads(stage);
}
