import type { operations } from '@parley/contract/v3';
import type { Operation } from '../contract/operation.js';

/**
 * The operations that only read, and whether they may read from a replica. The others of v3 write, as do those of v2
 * that are not a GET.
 */
const readOperations = {
  getAttribute: 'may lag',
  getAutomation: 'may lag',
  getAutomationRun: 'may lag',
  getCampaign: 'may lag',
  getChannel: 'may lag',
  getChat: 'may lag',
  getContact: 'may lag',
  getFile: 'may lag',
  getLabel: 'may lag',
  getMessage: 'may lag',
  getMessageTemplate: 'may lag',
  previewMessageTemplate: 'may lag',
  searchAttributes: 'may lag',
  searchAuditLog: 'may lag',
  searchAutomationRuns: 'may lag',
  searchAutomations: 'may lag',
  searchCampaignRecipients: 'may lag',
  searchCampaigns: 'may lag',
  searchChannels: 'may lag',
  searchChatMessages: 'may lag',
  searchChats: 'may lag',
  searchContacts: 'may lag',
  searchFiles: 'may lag',
  searchLabels: 'may lag',
  searchMessageTemplates: 'may lag',
  // Limits and their usage.
  getWorkspace: 'current',
  // Partners compare webhooks and deliveries with what they have received.
  getApiWebhook: 'current',
  getDelivery: 'current',
  searchApiWebhooks: 'current',
  searchDeliveries: 'current',
  // What a person was promised.
  getContactErasure: 'current',
  getContactExport: 'current',
  // A download reads the content after its record.
  downloadFile: 'current',
  // Creates the URL.
  getFilePublicUrl: 'current',
} as const satisfies Partial<Record<keyof operations, 'may lag' | 'current'>>;

export type OperationKind = 'may lag' | 'current' | 'write';

const kinds: ReadonlyMap<string, OperationKind> = new Map(Object.entries(readOperations));

/** v2 has few callers left, so all of its reads are current. */
export function kindOf({ operationId, method }: Pick<Operation, 'operationId' | 'method'>): OperationKind {
  return kinds.get(operationId) ?? (method.toLowerCase() === 'get' ? 'current' : 'write');
}
