import type { operations } from '@parley/contract/v3';
import {
  channels,
  collectInvalidParams,
  createChannel,
  deleteChannel,
  findChannelUpdateErrors,
  findQuietHoursErrors,
  findSubscriptionErrors,
  getById,
  isRefused,
  updateChannel,
} from '@parley/core';
import { presentChannel, presentDeleteResult } from '@parley/presenters/v3';
import type { Handlers } from '../http/routing/handler.js';
import { createChannelCheck } from '../http/validation/check-channel.js';
import { searchHandler } from './search-handler.js';

type ChannelOperations = Pick<
  operations,
  'createChannel' | 'getChannel' | 'updateChannel' | 'deleteChannel' | 'searchChannels'
>;

export interface ChannelHandlerOptions {
  readonly publicUrl: string;
  /** The hosts that channels may connect to. Default is every host. */
  readonly providerAllowedHosts?: readonly string[] | undefined;
}

export function createChannelHandlers({
  publicUrl,
  providerAllowedHosts,
}: ChannelHandlerOptions): Handlers<ChannelOperations> {
  const checkChannel = createChannelCheck(providerAllowedHosts);
  return {
    createChannel: {
      async check(_context, { body }) {
        const {
          type,
          provider = 'sandbox',
          settings = {},
          secrets = {},
          stopWords = [],
          startWords = [],
          quietHours,
        } = body;
        const isKnown = (['provider', 'settings', 'secrets'] as const).every((key) => !isRefused(body, key));
        const ofProvider = await collectInvalidParams(() => {
          if (type && isKnown) checkChannel({ type, provider, settings, secrets });
        });
        const ofWords = findSubscriptionErrors({ stopWords, startWords });
        return { ...ofProvider, ...ofWords, ...findQuietHoursErrors(quietHours) };
      },
      async handle(context, { body }) {
        const { provider = 'sandbox', settings = {}, secrets = {} } = body;
        const channel = await createChannel(context, { ...body, provider, settings, secrets }, checkChannel);
        return { success: true, data: presentChannel(publicUrl, channel) };
      },
    },

    async getChannel(context, { params }) {
      const channel = await getById(context, channels, params.channelId);
      return { success: true, data: presentChannel(publicUrl, channel) };
    },

    updateChannel: {
      check: (context, { params, body }) =>
        findChannelUpdateErrors(context, { ...body, channelId: params.channelId }, checkChannel),
      async handle(context, { params, body }) {
        const channel = await updateChannel(context, { ...body, channelId: params.channelId }, checkChannel);
        return { success: true, data: presentChannel(publicUrl, channel) };
      },
    },

    async deleteChannel(context, { params }) {
      const result = await deleteChannel(context, params.channelId);
      return { success: true, data: presentDeleteResult(result) };
    },

    searchChannels: searchHandler(
      () => channels,
      (channel) => presentChannel(publicUrl, channel),
    ),
  };
}
