import type { ChannelConfiguration, ProviderCallOptions } from '../adapter/channel-adapter.js';
import { callProvider } from '../http/call-provider.js';
import { isSuccess, jsonOf, type ProviderError, refusedResponse } from '../http/refused-response.js';
import { requiredSetting, textSetting } from '../settings/read-setting.js';
import { graphError } from './graph-error.js';

export const DEFAULT_GRAPH_URL = 'https://graph.facebook.com';
export const DEFAULT_GRAPH_VERSION = 'v24.0';

/** Calls the Graph API once and returns the JSON body of a successful response. */
export async function callGraph(
  call: GraphCall,
  channel: ChannelConfiguration,
  options: ProviderCallOptions,
): Promise<unknown> {
  const response = await callProvider(
    {
      method: call.body === undefined ? 'GET' : 'POST',
      url: `${graphUrl(call.path, channel, options)}${queryOf(call)}`,
      headers: { ...bearer(channel), 'content-type': 'application/json' },
      ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
      ...(call.maxResponseBytes === undefined ? {} : { maxResponseBytes: call.maxResponseBytes }),
    },
    options,
  );
  const body = jsonOf(response);
  const error = (call.readError ?? graphError)(body);
  if (!isSuccess(response) || error !== undefined) throw refusedResponse(response, error);
  return body;
}

interface GraphCall {
  readonly path: readonly string[];
  readonly query?: Readonly<Record<string, string>>;
  /** With a body, the call is a POST. */
  readonly body?: object;
  readonly maxResponseBytes?: number;
  /** Returns the error of a response; the default reads the error object of the Graph API. */
  readonly readError?: (body: unknown) => ProviderError | undefined;
}

function queryOf({ query }: GraphCall): string {
  return query === undefined ? '' : `?${new URLSearchParams(query)}`;
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
