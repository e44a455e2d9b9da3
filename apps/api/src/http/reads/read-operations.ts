import type { operations } from '@parley/contract/v3';
import type { Operation } from '../contract/operation.js';

/**
 * The operations that only read, and whether they may read from a replica. All other operations of v3 write, and so do
 * the operations of v2 that are not a GET.
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
  getSegment: 'may lag',
  getTeam: 'may lag',
  getUser: 'may lag',
  previewMessageTemplate: 'may lag',
  previewSegment: 'may lag',
  searchAttributes: 'may lag',
  searchAuditLog: 'may lag',
  searchAutomationRuns: 'may lag',
  searchAutomations: 'may lag',
  searchCampaignRecipients: 'may lag',
  searchCampaigns: 'may lag',
  searchChannels: 'may lag',
  searchChatMessages: 'may lag',
  searchChatNotes: 'may lag',
  searchChats: 'may lag',
  searchContacts: 'may lag',
  searchEvents: 'may lag',
  searchFiles: 'may lag',
  searchLabels: 'may lag',
  searchMessageTemplates: 'may lag',
  searchMessages: 'may lag',
  searchSegments: 'may lag',
  searchTeams: 'may lag',
  searchUsage: 'may lag',
  searchUsers: 'may lag',
  // The workspace shows limits and their usage, which change with every request.
  getWorkspace: 'current',
  // Partners compare webhooks and deliveries with what they have received.
  getApiWebhook: 'current',
  getDelivery: 'current',
  searchApiWebhooks: 'current',
  searchDeliveries: 'current',
  // A person was promised the erasure or the export, so its state must be right.
  getContactErasure: 'current',
  getContactExport: 'current',
  // A download reads the record first and the content later.
  downloadFile: 'current',
  // A stream must not be behind a cursor that the primary has written.
  streamEvents: 'current',
  // This operation creates the URL if there is none.
  getFilePublicUrl: 'current',
} as const satisfies Partial<Record<keyof operations, 'may lag' | 'current'>>;

export type OperationKind = 'may lag' | 'current' | 'write';

const kinds: ReadonlyMap<string, OperationKind> = new Map(Object.entries(readOperations));

/** Returns what an operation does. v2 has few callers left, so all of its reads are current. */
export function kindOf({ operationId, method }: Pick<Operation, 'operationId' | 'method'>): OperationKind {
  return kinds.get(operationId) ?? (method.toLowerCase() === 'get' ? 'current' : 'write');
}
