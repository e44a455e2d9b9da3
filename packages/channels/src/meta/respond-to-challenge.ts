import type { ChallengeResponse, ChannelConfiguration, IngressRequest } from '../adapter/channel-adapter.js';
import { equalInConstantTime } from '../payload/equal-in-constant-time.js';
import { textSetting } from '../settings/read-setting.js';

/**
 * Responds to the check of a new callback URL. Meta sends a GET; the response must contain the challenge of its query.
 */
export function respondToChallenge(
  request: IngressRequest,
  channel: ChannelConfiguration,
): ChallengeResponse {
  const verifyToken = textSetting(channel.secrets, 'verifyToken');
  if (verifyToken === undefined) return { ok: false, reason: 'The channel has no verifyToken.' };
  const { 'hub.mode': mode, 'hub.verify_token': token, 'hub.challenge': challenge } = request.query;
  if (mode !== 'subscribe') return { ok: false, reason: 'hub.mode must be "subscribe".' };
  if (typeof token !== 'string' || !equalInConstantTime(token, verifyToken)) {
    return { ok: false, reason: 'hub.verify_token is not the verifyToken of the channel.' };
  }
  // The challenge is echoed to the caller, so it must not contain anything that a browser could take for markup.
  if (typeof challenge !== 'string' || !/^[\w.-]{1,256}$/.test(challenge)) {
    return { ok: false, reason: 'hub.challenge is missing or has unexpected characters.' };
  }
  return { ok: true, body: challenge };
}
