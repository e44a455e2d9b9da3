import type { ChannelConfiguration, ProviderCallOptions } from '../adapter/channel-adapter.js';
import { callProvider } from '../http/call-provider.js';
import { isSuccess, jsonOf, refusedResponse } from '../http/refused-response.js';
import { requiredSetting, textSetting } from '../settings/read-setting.js';
import { graphError } from './graph-error.js';

export const DEFAULT_GRAPH_URL = 'https://graph.facebook.com';
export const DEFAULT_GRAPH_VERSION = 'v24.0';

/** Calls the Graph API once and returns the JSON body of a successful response. */
export async function callGraph(
  call: { readonly path: readonly string[]; readonly body?: object },
  channel: ChannelConfiguration,
  options: ProviderCallOptions,
): Promise<unknown> {
  const response = await callProvider(
    {
      method: call.body === undefined ? 'GET' : 'POST',
      url: graphUrl(call.path, channel, options),
      headers: { ...bearer(channel), 'content-type': 'application/json' },
      ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
    },
    options,
  );
  const body = jsonOf(response);
  const error = graphError(body);
  if (!isSuccess(response) || error !== undefined) throw refusedResponse(response, error);
  return body;
}

export function graphUrl(
  path: readonly string[],
  channel: ChannelConfiguration,
  options: ProviderCallOptions,
): string {
  const base = options.baseUrl ?? textSetting(channel.settings, 'baseUrl') ?? DEFAULT_GRAPH_URL;
  const version = textSetting(channel.settings, 'apiVersion') ?? DEFAULT_GRAPH_VERSION;
  return [base.replace(/\/$/, ''), ...[version, ...path].map(encodeURIComponent)].join('/');
}

export function bearer(channel: ChannelConfiguration): { authorization: string } {
  return { authorization: `Bearer ${requiredSetting(channel.secrets, 'accessToken')}` };
}
