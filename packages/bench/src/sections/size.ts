import { atMost } from '../report/judge.js';
import { renderTable } from '../report/table.js';
import { seedDeliveries } from '../stage/seed-deliveries.js';
import { storeWords } from '../stage/store-words.js';
import { measureSize, type SearchAtSize, type SearchTime } from '../works/measure-size.js';
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
  console.error(`… words of ${thousands(others)} messages`);
  await storeWords(stage, tenant.tenantId);
  console.error('… searches');
  const found = await measureSize(stage, { ...tenant, ...log }, { rounds, onMeasured: showProgress });
  const header = [
    'search',
    'request',
    'page p50',
    `at most ${mostMs} ms`,
    'CPU',
    'with exact total p50',
    'CPU',
  ];
  const title = `${thousands(contacts)} contacts and chats, ${thousands(others)} messages and deliveries; CPU of PostgreSQL`;
  return `${title}\n\n${renderTable(header, found.map(describe))}`;
};

/** A run takes minutes, and one that is interrupted has shown what it measured. */
function showProgress(measured: SearchAtSize): void {
  console.error(`… ${describe(measured).join(', ')}`);
}

function describe({ name, request, page, exact }: SearchAtSize): readonly string[] {
  const text = JSON.stringify(request).replaceAll('\\"', "'").slice(1, -1) || 'all';
  const times = (measured: SearchTime) => [formatMs(measured.p50Ms), formatMs(measured.cpuMs)] as const;
  const [pageP50, pageCpu] = times(page);
  return [name, text, pageP50, atMost(page.p50Ms, mostMs), pageCpu, ...(exact ? times(exact) : ['–', '–'])];
}

function formatMs(ms: number): string {
  return `${ms.toFixed(1)} ms`;
}
