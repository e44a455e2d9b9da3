import { adapterFor } from '@parley/channels';
import {
  applyTemplateReport,
  type Context,
  getById,
  messageTemplates,
  requestTemplateSync,
  submitMessageTemplate,
  type TemplateRules,
} from '@parley/core';
import type { Channel } from '@parley/database';
import { createMessageTemplate } from '@parley/testkit';
import {
  BUSINESS_ACCOUNT_ID as accountId,
  type FailRequest,
  startTemplateGraph,
} from '../../../../packages/channels/test/support/template-graph.js';
import { useProviders } from '../messages/use-providers.js';

export const rules: TemplateRules = {
  accountOf: (channel) => adapterFor(channel.provider).templates?.accountOf(channel),
  findErrors: (channel, template) =>
    adapterFor(channel.provider).templates?.findErrors(template, channel) ?? [],
};

interface SubmittedValues {
  readonly id?: string;
  readonly name?: string;
  readonly category?: string;
  readonly language?: string;
}

interface ReportedValues {
  readonly rejectionReason?: string;
  readonly at?: Date;
  readonly vendorId?: string | null;
  readonly language?: string;
}

/** A WhatsApp channel whose provider keeps templates, and what a worker does with them. */
export function useTemplates() {
  const providers = useProviders();
  const { sending } = providers;
  const context = (): Context => sending.context();
  const read = (id: string) => getById(context(), messageTemplates, id);
  const requestSync = (channel: Channel) => requestTemplateSync(context(), { channelId: channel.id, rules });

  async function stateOf({ id }: Channel) {
    const { templateSync } = await context().database.prisma.channel.findUniqueOrThrow({ where: { id } });
    return Object(templateSync).phase;
  }

  return {
    ...providers,
    context,
    read,

    async startGraph(fail?: FailRequest) {
      const graph = await startTemplateGraph(fail);
      providers.stopAfterTest(graph);
      const settings = { baseUrl: graph.url, businessAccountId: accountId, appId: '77' };
      return { ...graph, channel: await providers.connect('whatsapp', settings) };
    },

    /** Writes a template and submits it; its job has not run yet. */
    async submit(channel: Channel, values: SubmittedValues = {}) {
      const { id, category = 'utility', ...rest } = values;
      const { database, tenantId } = context();
      const body = { channelType: 'whatsapp', body: 'Hello {{name}}', ...rest } as const;
      const messageTemplateId = id ?? (await createMessageTemplate(database, tenantId, body)).id;
      const examples = { name: 'Ada' };
      const request = { messageTemplateId, channelId: channel.id, category, examples, rules };
      await submitMessageTemplate(context(), request);
      return messageTemplateId;
    },

    /** What Meta reports by a notification. */
    report: async (id: string, status: string, values: ReportedValues = {}) => {
      const { rejectionReason = null, at = sending.clock.now(), ...rest } = values;
      const { name, language, registration } = await read(id);
      return applyTemplateReport(context(), {
        accountId,
        name,
        language: language ?? 'en',
        vendorId: registration?.vendorId ?? null,
        state: { status, rejectionReason },
        timestamp: at,
        ...rest,
      });
    },

    requestSync,
    stateOf,

    /** Runs the jobs of a synchronization until it has ended. */
    async sync(channel: Channel): Promise<number> {
      await requestSync(channel);
      for (let jobs = 1; ; jobs += 1) {
        await sending.syncTemplates(channel.id);
        if ((await stateOf(channel)) === 'ended') return jobs;
      }
    },

    async find(name: string) {
      const { database, tenantId } = context();
      const found = await database.prisma.messageTemplate.findFirst({ where: { tenantId, name } });
      return found === null ? undefined : read(found.id);
    },

    /** The templates of the events, in their order. */
    async events(id: string) {
      const { database, tenantId } = context();
      const where = { tenantId, type: 'message_template.updated' };
      const found = await database.prisma.event.findMany({ where, orderBy: { position: 'asc' } });
      return found
        .map(({ data }) => data as unknown as Awaited<ReturnType<typeof read>>)
        .filter((template) => template.id === id);
    },
  };
}
