import { useStage, useWorld } from '../../support/use-stage.js';
import { describeInteractiveMessages } from './interactive-message.js';
import { describeReactions } from './reactions.js';
import { describeMessageReads } from './read-messages.js';
import { describeRefusedMessages } from './refuse-message.js';
import { describeScheduledMessages } from './scheduled-messages.js';
import { describeAllMessages } from './search-all-messages.js';
import { describeMessageSearch } from './search-messages.js';
import { describeMessageSending } from './send-message.js';
import { describeAddressedMessages } from './send-to-address.js';

export function describeMessages(): void {
  const stage = useStage();
  const world = useWorld(stage);

  describeMessageSending(stage, world);
  describeInteractiveMessages(stage, world);
  describeRefusedMessages(stage, world);
  describeAddressedMessages(stage, world);
  describeScheduledMessages(stage, world);
  describeReactions(stage, world);
  describeMessageReads(stage, world);
  describeMessageSearch(stage, world);
  describeAllMessages(stage, world);
}
