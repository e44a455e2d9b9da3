import { atMost } from '../report/judge.js';
import { renderTable } from '../report/table.js';
import { seedDeliveries } from '../stage/seed-deliveries.js';
import { measureSize, type SearchAtSize } from '../works/measure-size.js';
import type { RunSection } from './section.js';

const messagesPerChat = 5;
const mostMs = 150;

export const runSize: RunSection = async (stage, { rounds, contacts }) => {
  const others = messagesPerChat * contacts;
  const thousands = (count: number) => count.toLocaleString('en-GB');
  console.error(`… ${thousands(contacts)} contacts and chats, ${thousands(others)} messages`);
  const tenant = await stage.addTenant({ chats: contacts, automations: 1, messages: messagesPerChat });
  console.error(`… ${thousands(others)} deliveries`);
  const log = await seedDeliveries(stage.seeding, tenant.tenantId, others);
  const found = await measureSize(stage, { ...tenant, ...log }, { rounds });
  const header = ['search', 'request', 'page p50', `at most ${mostMs} ms`, 'with exact total p50'];
  const title = `${thousands(contacts)} contacts and chats, ${thousands(others)} messages and deliveries`;
  return `${title}\n\n${renderTable(header, found.map(describe))}`;
};

function describe({ name, request, pageMs, exactMs }: SearchAtSize): readonly string[] {
  const text = JSON.stringify(request).replaceAll('\\"', "'").slice(1, -1) || 'all';
  return [name, text, `${pageMs.toFixed(1)} ms`, atMost(pageMs, mostMs), `${exactMs.toFixed(1)} ms`];
}
