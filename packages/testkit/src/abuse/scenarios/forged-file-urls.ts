import { randomBytes } from 'node:crypto';
import { createFile, createMessage, createWorld } from '../../fixtures/index.js';
import { tokenOf } from '../../tokens.js';
import { openCaller, openPoster } from '../caller.js';
import { probeHealth } from '../probe-health.js';
import { repeat } from '../repeat.js';
import type { Scenario } from '../scenario.js';

const randomTokens = 2_000;

/** Signed URLs with one changed character, and invented URLs. None of them may open a file. */
export const scenario: Scenario = {
  name: 'forged-file-urls',
  bound: { figure: 'forged URLs that opened a file', unit: 'URLs', atMost: 0 },
  async run(stage) {
    const { url, database } = await stage.startCluster();
    const { tenant, key, chat } = await createWorld(database);
    const file = await createFile(database, tenant.id);
    const attachments = [
      { type: 'document', fileId: file.id, name: 'a.txt', contentType: 'text/plain', size: file.size },
    ];
    const message = await createMessage(database, chat, { type: 'document', attachments });
    const call = openCaller(stage, url, await tokenOf(key));
    const { text } = await call('GET', `/v3/messages/${message.id}`);
    const token = /\/files\/([\w-]+)/.exec(text)?.[1];
    if (token === undefined) throw new Error(`The message has no signed URL: ${text}`);
    const open = openPoster(stage);
    const read = (forged: string) => open(`${url}/files/${forged}`, { method: 'GET' });
    if ((await read(token)).status !== 200) throw new Error('The signed URL does not open its file');
    const forged = [...changeEach(token), ...Array.from({ length: randomTokens }, () => makeUp(token))];
    const counts = new Map<number, number>();
    const { p99 } = await probeHealth(url, async () => {
      await repeat({ count: forged.length, atOnce: 20 }, async (number) => {
        const { status } = await read(forged[number] ?? '');
        counts.set(status, (counts.get(status) ?? 0) + 1);
      });
    });
    const described = [...counts].map(([status, count]) => `${count} × ${status}`).join(', ');
    console.log(`  ${forged.length} URLs: ${described}; /healthz p99 ${p99.toFixed(1)} ms`);
    return forged.length - (counts.get(404) ?? 0) - (counts.get(429) ?? 0);
  },
};

function changeEach(token: string): string[] {
  return Array.from(token, (character, at) => {
    const other = character === 'A' ? 'B' : 'A';
    return `${token.slice(0, at)}${other}${token.slice(at + 1)}`;
  });
}

/** Returns a token that has the form of a signed one and names a key that does not exist. */
function makeUp(token: string): string {
  return `${token.slice(0, 2)}${randomBytes(87).toString('base64url')}`.slice(0, token.length);
}
