import { Readable } from 'node:stream';
import type { ChannelConfiguration, ProviderCallOptions } from '../../adapter/channel-adapter.js';
import type { TemplateFile, TemplateSample } from '../../adapter/channel-templates.js';
import { cannotSend, type SendError } from '../../adapter/send-error.js';
import { callProvider } from '../../http/call-provider.js';
import { isSuccess, jsonOf, refusedResponse } from '../../http/refused-response.js';
import { callGraph, graphUrl } from '../../meta/call-graph.js';
import { readText } from '../../payload/read-value.js';
import { requiredSetting } from '../../settings/read-setting.js';
import { templateError } from './template-error.js';

/** Returns why Meta would refuse a file in the header of a template. */
export function findFileErrors(file: TemplateFile | null): string[] {
  if (file === null) return [];
  const kind = kinds.get(file.contentType);
  if (kind === undefined)
    return [`Meta accepts only ${[...kinds.keys()].join(', ')} in the header, not ${file.contentType}`];
  if (file.size === 0) return ['The file of the template is empty'];
  return file.size > kind.maxBytes
    ? [`Meta accepts at most ${kind.maxBytes / megabyte} MB of ${file.contentType} in the header`]
    : [];
}

const megabyte = 1024 * 1024;

const kinds: ReadonlyMap<string, { readonly format: FileFormat; readonly maxBytes: number }> = new Map([
  ['image/jpeg', { format: 'IMAGE', maxBytes: 5 * megabyte }],
  ['image/png', { format: 'IMAGE', maxBytes: 5 * megabyte }],
  ['video/mp4', { format: 'VIDEO', maxBytes: 16 * megabyte }],
  ['application/pdf', { format: 'DOCUMENT', maxBytes: 100 * megabyte }],
]);

type FileFormat = 'IMAGE' | 'VIDEO' | 'DOCUMENT';

/** The formats of a header that is a file, as a list of Meta has them in lower case. */
export const fileFormats: ReadonlySet<string> = new Set(['image', 'video', 'document']);

/** Uploads the file, which gets a handle, and returns the component that has it as an example. */
export async function describeHeader(
  sample: TemplateSample,
  channel: ChannelConfiguration,
  options: ProviderCallOptions,
): Promise<object> {
  const handle = await upload(sample, channel, options);
  const format = kinds.get(sample.contentType)?.format ?? 'DOCUMENT';
  return { type: 'HEADER', format, example: { header_handle: [handle] } };
}

/** The resumable upload of the Graph API: a session of the app, and then the bytes. */
async function upload(
  { contentType, size, readChunks }: TemplateSample,
  channel: ChannelConfiguration,
  options: ProviderCallOptions,
): Promise<string> {
  const path = [requiredSetting(channel.settings, 'appId'), 'uploads'];
  // The handle contains the name of the file, and only reviewers see the file.
  const fileName = `sample.${contentType.replace(/^.*\//, '')}`;
  const query = { file_name: fileName, file_length: String(size), file_type: contentType };
  const session = readText(
    await callGraph({ path, query, body: {}, readError: templateError }, channel, options),
    'id',
  );
  if (session === undefined || !/^upload:\S+$/.test(session)) throw withoutHandle();
  const response = await callProvider(
    {
      method: 'POST',
      // The id of a session has a query of its own, with a signature.
      url: `${graphUrl([], channel, options)}/${session}`,
      headers: {
        authorization: `OAuth ${requiredSetting(channel.secrets, 'accessToken')}`,
        file_offset: '0',
        'content-type': contentType,
        'content-length': String(size),
      },
      body: Readable.from(readChunks()),
    },
    options,
  );
  const body = jsonOf(response);
  const error = templateError(body);
  if (!isSuccess(response) || error !== undefined) throw refusedResponse(response, error);
  const handle = readText(body, 'h');
  if (handle === undefined) throw withoutHandle();
  return handle;
}

function withoutHandle(): SendError {
  return cannotSend(
    'unreadable_answer',
    'The response of WhatsApp to the upload of the file cannot be read.',
  );
}
