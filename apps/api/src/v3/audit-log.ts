import type { operations } from '@parley/contract/v3';
import { auditLog } from '@parley/core';
import { presentAuditLogEntry } from '@parley/presenters/v3';
import type { Handlers } from '../http/routing/handler.js';
import { searchHandler } from './search-handler.js';

export const auditLogHandlers: Handlers<Pick<operations, 'searchAuditLog'>> = {
  searchAuditLog: searchHandler(() => auditLog, presentAuditLogEntry),
};
