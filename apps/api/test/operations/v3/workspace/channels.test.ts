import { describe } from '@jest/globals';
import { useStage } from '../../support/use-stage.js';
import { describeChannelChange } from './change-channel.js';
import { describeChannelDestination } from './channel-destination.js';
import { describeChannelCreation } from './create-channel.js';
import { describeQuietHours } from './quiet-hours.js';
import { describeSubscriptionWords } from './subscription-words.js';

describe('channels', () => {
  const stage = useStage();

  describeChannelCreation(stage);
  describeChannelChange(stage);
  describeChannelDestination(stage);
  describeQuietHours(stage);
  describeSubscriptionWords(stage);
});
