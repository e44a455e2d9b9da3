import type { ChannelAdapter, ChannelConfiguration } from '../adapter/channel-adapter.js';
import type { PropertySchema } from '../adapter/object-schema.js';
import { integerSetting } from './read-setting.js';

/** The setting that every provider has; the default is the provider's own. */
export const messagesPerSecondSetting: Readonly<Record<'messagesPerSecond', PropertySchema>> = {
  messagesPerSecond: {
    type: 'integer',
    description: 'Maximum number of messages that this channel sends per second.',
    minimum: 1,
    maximum: 1000,
  },
};

export function messagesPerSecondOf(
  adapter: ChannelAdapter,
  channel: Pick<ChannelConfiguration, 'settings'>,
): number {
  const configured = integerSetting(channel.settings, 'messagesPerSecond');
  return configured !== undefined && configured >= 1 ? configured : adapter.sending.messagesPerSecond;
}
