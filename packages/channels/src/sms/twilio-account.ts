import type { ChannelConfiguration, ProviderCallOptions } from '../adapter/channel-adapter.js';
import { requiredSetting, textSetting } from '../settings/read-setting.js';
import { DEFAULT_TWILIO_URL } from './settings.js';

export function twilioUrl(channel: ChannelConfiguration, options: ProviderCallOptions): string {
  const base = options.baseUrl ?? textSetting(channel.settings, 'baseUrl') ?? DEFAULT_TWILIO_URL;
  return base.replace(/\/$/, '');
}

export function basicAuthorization(channel: ChannelConfiguration): { authorization: string } {
  const accountSid = requiredSetting(channel.settings, 'accountSid');
  const authToken = requiredSetting(channel.secrets, 'authToken');
  return { authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`, 'utf8').toString('base64')}` };
}
