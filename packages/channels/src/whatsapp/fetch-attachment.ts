import type {
  ChannelConfiguration,
  FetchedAttachment,
  ProviderCallOptions,
} from '../adapter/channel-adapter.js';
import type { LinkedAttachment } from '../adapter/inbound-item.js';
import { cannotSend } from '../adapter/send-error.js';
import { downloadFile } from '../http/download-file.js';
import { bearer, callGraph } from '../meta/call-graph.js';
import { isWebUrl } from '../payload/attachment-type.js';
import { readText } from '../payload/read-value.js';

/** Requests a link from the media node, which is valid for five minutes, and downloads it at once. */
export async function fetchAttachment(
  attachment: LinkedAttachment,
  channel: ChannelConfiguration,
  options: ProviderCallOptions = {},
): Promise<FetchedAttachment> {
  const mediaId = attachment.url.split('/').at(-1) ?? '';
  const url = readText(await callGraph({ path: [mediaId] }, channel, options), 'url');
  if (url === undefined || !isWebUrl(url)) {
    throw cannotSend('unreadable_answer', 'WhatsApp returned no link for the attachment.');
  }
  return downloadFile(url, bearer(channel), options);
}
