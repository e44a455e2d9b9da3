import { useStage } from '../../support/use-stage.js';
import { describeChannelChange } from './change-channel.js';
import { describeChannelDestination } from './channel-destination.js';
import { describeChannelCreation } from './create-channel.js';

export function describeChannels(): void {
  const stage = useStage();

  describeChannelCreation(stage);
  describeChannelChange(stage);
  describeChannelDestination(stage);
}
