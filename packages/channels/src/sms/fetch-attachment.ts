import type {
  ChannelConfiguration,
  FetchedAttachment,
  ProviderCallOptions,
} from '../adapter/channel-adapter.js';
import type { LinkedAttachment } from '../adapter/inbound-item.js';
import { cannotSend } from '../adapter/send-error.js';
import { downloadFile } from '../http/download-file.js';
import { isWebUrl } from '../payload/attachment-type.js';
import { basicAuthorization, twilioUrl } from './twilio-account.js';

/** Fetches media of Twilio. The auth token is sent only to the API of Twilio. */
export async function fetchAttachment(
  attachment: LinkedAttachment,
  channel: ChannelConfiguration,
  options: ProviderCallOptions = {},
): Promise<FetchedAttachment> {
  const base = twilioUrl(channel, options);
  if (!isWebUrl(attachment.url) || !URL.canParse(base)) {
    throw cannotSend('invalid_url', 'The attachment has no link that can be opened.');
  }
  const isTwilio = new URL(attachment.url).origin === new URL(base).origin;
  return downloadFile(attachment.url, isTwilio ? basicAuthorization(channel) : {}, options);
}
