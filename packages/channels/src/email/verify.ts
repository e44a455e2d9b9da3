import type { ChannelConfiguration, IngressRequest, Verification } from '../adapter/channel-adapter.js';
import { equalInConstantTime } from '../payload/equal-in-constant-time.js';
import { readHeader } from '../payload/read-header.js';
import { textSetting } from '../settings/read-setting.js';

export function verify(request: IngressRequest, channel: ChannelConfiguration): Verification {
  const secret = textSetting(channel.secrets, 'ingressSecret');
  if (secret === undefined) return { ok: false, reason: 'The channel has no ingressSecret.' };
  const given = readHeader(request, 'x-parley-secret');
  if (given === undefined) return { ok: false, reason: 'The header X-Parley-Secret is missing.' };
  if (!equalInConstantTime(given, secret)) {
    return { ok: false, reason: 'X-Parley-Secret is not the ingressSecret of the channel.' };
  }
  return { ok: true };
}
