import type { ChallengeAnswer, ChannelConfiguration, IngressRequest } from '../adapter/channel-adapter.js';
import { equalInConstantTime } from '../payload/equal-in-constant-time.js';
import { textSetting } from '../settings/read-setting.js';

/** Meta checks a new callback URL by a GET that must be answered with the challenge it carries. */
export function answerChallenge(request: IngressRequest, channel: ChannelConfiguration): ChallengeAnswer {
  const verifyToken = textSetting(channel.secrets, 'verifyToken');
  if (verifyToken === undefined) return { ok: false, reason: 'The channel has no verifyToken.' };
  const { 'hub.mode': mode, 'hub.verify_token': token, 'hub.challenge': challenge } = request.query;
  if (mode !== 'subscribe') return { ok: false, reason: 'hub.mode must be "subscribe".' };
  if (typeof token !== 'string' || !equalInConstantTime(token, verifyToken)) {
    return { ok: false, reason: 'hub.verify_token is not the verifyToken of the channel.' };
  }
  // The challenge is repeated to the caller, so nothing that a browser could take for markup is.
  if (typeof challenge !== 'string' || !/^[\w.-]{1,256}$/.test(challenge)) {
    return { ok: false, reason: 'hub.challenge is missing or has unexpected characters.' };
  }
  return { ok: true, body: challenge };
}
