import { useStage, useWorld } from '../../support/use-stage.js';
import { describeMessageReads } from './read-messages.js';
import { describeRefusedMessages } from './refuse-message.js';
import { describeMessageSending } from './send-message.js';

export function describeMessages(): void {
  const stage = useStage();
  const world = useWorld(stage);

  describeMessageSending(stage, world);
  describeRefusedMessages(stage, world);
  describeMessageReads(stage, world);
}
