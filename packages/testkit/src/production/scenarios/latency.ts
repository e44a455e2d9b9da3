import { summarize } from '../../abuse/latency.js';
import { createChat, createContact, createTenant } from '../../fixtures/index.js';
import { createToken } from '../../tokens.js';
import type { Scenario } from '../service/scenario.js';

const rounds = 300;
/** The first requests of a process prepare its statements and connections, and its code is not compiled yet. */
const warmUp = 50;
const mostRatio = 1.5;

/**
 * The same requests, in turn to a process behind the pooler and to one that is connected to the server itself. Both are
 * started for this comparison: a process of the scenarios before has served thousands of requests, and is faster.
 */
export const scenario: Scenario = {
  name: 'latency',
  async run({ database, env, processes }) {
    const direct = await processes.start('api-direct', 'api', {
      DATABASE_URL: env.DATABASE_DIRECT_URL ?? '',
    });
    const pooled = await processes.start('api-pooled', 'api');
    const tenant = await createTenant(database);
    const token = await createToken(database, tenant.id);
    const chat = await createChat(database, tenant.id);
    for (let number = 0; number < 30; number += 1) await createContact(database, tenant.id);
    const kinds: Readonly<Record<string, (number: number) => [path: string, body?: object]>> = {
      'reading a chat': () => [`/v3/chats/${chat.id}`],
      'changing a status': (number) => [
        `/v3/chats/${chat.id}/status`,
        { status: number % 2 === 0 ? 'closed' : 'open' },
      ],
      'searching contacts': () => [
        '/v3/contacts/search',
        { search: 'a', pagination: { page: 0, limit: 20 } },
      ],
    };
    const figures = [];
    for (const [name, describe] of Object.entries(kinds)) {
      const times = { pooled: [] as number[], direct: [] as number[] };
      for (let number = 0; number < rounds + warmUp; number += 1) {
        const [path, body] = describe(number);
        const isSwapped = number % 2 === 1;
        for (const which of isSwapped ? (['direct', 'pooled'] as const) : (['pooled', 'direct'] as const)) {
          const url = which === 'pooled' ? pooled.url : direct.url;
          const durationMs = await measure(`${url}${path}`, token, body);
          if (number >= warmUp) times[which].push(durationMs);
        }
      }
      const [through, without] = [summarize(times.pooled).p50, summarize(times.direct).p50];
      console.log(`  ${name}: ${through.toFixed(2)} ms through the pooler, ${without.toFixed(2)} ms direct`);
      figures.push({
        name: `${name}, pooler compared with direct`,
        measured: through / without,
        unit: '×',
        atMost: mostRatio,
      });
    }
    await Promise.all(['api-direct', 'api-pooled'].map((name) => processes.stop(name)));
    return figures;
  },
};

async function measure(url: string, token: string, body: object | undefined): Promise<number> {
  const startedAt = performance.now();
  const response = await fetch(url, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${url} returned ${response.status}: ${text.slice(0, 200)}`);
  return performance.now() - startedAt;
}
