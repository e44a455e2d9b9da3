import type { operations } from '@parley/contract/v3';
import { apiUsage } from '@parley/core';
import { presentUsageEntry } from '@parley/presenters/v3';
import type { Handlers } from '../http/routing/handler.js';
import { searchHandler } from './search-handler.js';

export const usageHandlers: Handlers<Pick<operations, 'searchUsage'>> = {
  searchUsage: searchHandler(() => apiUsage, presentUsageEntry),
};
