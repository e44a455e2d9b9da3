import { createHmac } from 'node:crypto';
import type { ChannelConfiguration, IngressRequest, Verification } from '../adapter/channel-adapter.js';
import { equalInConstantTime } from '../payload/equal-in-constant-time.js';
import { readHeader } from '../payload/read-header.js';
import { textSetting } from '../settings/read-setting.js';

/**
 * Verifies the signature of Meta. Meta signs the raw body with the app's secret; a body that was parsed and serialized
 * again would not match.
 */
export function verifySignature(request: IngressRequest, channel: ChannelConfiguration): Verification {
  const appSecret = textSetting(channel.secrets, 'appSecret');
  if (appSecret === undefined) return { ok: false, reason: 'The channel has no appSecret.' };
  const given = readHeader(request, 'x-hub-signature-256');
  if (given === undefined) return { ok: false, reason: 'The header X-Hub-Signature-256 is missing.' };
  const expected = `sha256=${createHmac('sha256', appSecret).update(request.rawBody).digest('hex')}`;
  if (!equalInConstantTime(given, expected)) {
    return {
      ok: false,
      reason: 'X-Hub-Signature-256 does not match the body and the appSecret of the channel.',
    };
  }
  return { ok: true };
}
