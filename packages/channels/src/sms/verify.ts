import { createHmac } from 'node:crypto';
import type { ChannelConfiguration, IngressRequest, Verification } from '../adapter/channel-adapter.js';
import { equalInConstantTime } from '../payload/equal-in-constant-time.js';
import { readHeader } from '../payload/read-header.js';
import { textSetting } from '../settings/read-setting.js';

/**
 * Verifies the signature of Twilio. Twilio signs the URL it called, followed by the names and values of the form in the
 * order of the names.
 */
export function verify(request: IngressRequest, channel: ChannelConfiguration): Verification {
  const authToken = textSetting(channel.secrets, 'authToken');
  if (authToken === undefined) return { ok: false, reason: 'The channel has no authToken.' };
  const given = readHeader(request, 'x-twilio-signature');
  if (given === undefined) return { ok: false, reason: 'The header X-Twilio-Signature is missing.' };
  const form = signedForm(request.rawBody);
  const matches = spellingsOf(request.url).map((url) =>
    equalInConstantTime(
      given,
      createHmac('sha1', authToken)
        .update(url + form)
        .digest('base64'),
    ),
  );
  if (!matches.includes(true)) {
    return {
      ok: false,
      reason: 'X-Twilio-Signature does not match the public URL, the form and the authToken of the channel.',
    };
  }
  return { ok: true };
}

/** A name that occurs twice counts once with each of its different values. */
function signedForm(rawBody: Buffer): string {
  const form = new URLSearchParams(rawBody.toString('utf8'));
  return [...new Set(form.keys())]
    .sort()
    .flatMap((name) => [...new Set(form.getAll(name))].sort().map((value) => name + value))
    .join('');
}

/**
 * Returns the URL with and without the default port, because a service behind a proxy cannot know which one Twilio has
 * signed.
 */
function spellingsOf(url: string): string[] {
  const match = /^(https?):\/\/([^/?#]+)(.*)$/s.exec(url);
  const [, scheme, authority, rest] = match ?? [];
  if (scheme === undefined || authority === undefined || rest === undefined) return [url];
  const port = scheme === 'https' ? ':443' : ':80';
  if (authority.endsWith(port)) return [url, `${scheme}://${authority.slice(0, -port.length)}${rest}`];
  return /:\d+$/.test(authority)
    ? [url, `${scheme}://${authority.replace(/:\d+$/, '')}${rest}`]
    : [url, `${scheme}://${authority}${port}${rest}`];
}
