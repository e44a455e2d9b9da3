import { afterEach } from '@jest/globals';
import { adapterFor, type ChannelTemplates, type TemplateToSubmit } from '../../src/index.js';
import { whatsappChannel } from '../support/ingress-request.js';
import { BUSINESS_ACCOUNT_ID, type FailRequest, startTemplateGraph } from '../support/template-graph.js';

const { templates: offered } = adapterFor('whatsapp');
if (offered?.list === undefined) throw new Error('WhatsApp has templates');
export const { submit, findErrors, list } = offered as Required<ChannelTemplates>;
const settings = {
  ...(whatsappChannel.settings as object),
  businessAccountId: BUSINESS_ACCOUNT_ID,
  appId: '77',
};
export const channel = { ...whatsappChannel, settings };

const servers: { stop(): Promise<void> }[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
});

export async function graph(fail?: FailRequest) {
  const started = await startTemplateGraph(fail);
  servers.push(started);
  return started;
}

export function template(text: string, values: Partial<TemplateToSubmit> = {}): TemplateToSubmit {
  const placeholders = [...new Set([...text.matchAll(/\{\{(.+?)\}\}/g)].map(([, name = '']) => name))];
  return {
    name: 'order_update',
    language: 'en',
    category: 'utility',
    placeholders,
    textWith: (markers) => text.replace(/\{\{(.+?)\}\}/g, (_, name: string) => markers[name] ?? ''),
    examples: Object.fromEntries(placeholders.map((name) => [name, `example of ${name}`])),
    mayExist: false,
    ...values,
  };
}
