import { request } from 'undici';
import { createChannel, createTenant } from '../../fixtures/index.js';
import { emailChannel, ingressSecret } from '../email-channel.js';
import { buildHostileMails, type HostileMail } from '../hostile-mails.js';
import { probeHealth } from '../probe-health.js';
import type { Scenario } from '../scenario.js';

/** Each mail is accepted or refused with a reason, and does not delay other requests. */
export const scenario: Scenario = {
  name: 'hostile-mail',
  bound: { figure: 'worst /healthz p99 while a mail is received', unit: 'ms', atMost: 100 },
  async run(stage) {
    const { url, database } = await stage.startCluster();
    const { id: tenantId } = await createTenant(database);
    const { id: channelId } = await createChannel(database, tenantId, emailChannel);
    const p99s: number[] = [];
    for (const mail of buildHostileMails()) {
      let status = 0;
      // Encoding it here would delay the probes, which are sent by this process as well.
      const payload = Buffer.from(JSON.stringify({ raw: mail.mime.toString('base64') }));
      const { p99, max } = await probeHealth(url, async () => {
        for (let round = 0; round < rounds; round += 1) {
          status = await postMail(`${url}/ingress/${channelId}`, mail, payload);
        }
      });
      console.log(`  ${mail.name}: ${status}, p99 ${p99.toFixed(1)} ms, max ${max.toFixed(1)} ms`);
      p99s.push(p99);
    }
    return Math.max(...p99s);
  },
};

/** Each mail is sent this many times: during a single one, too few health probes run for a p99. */
const rounds = 5;

async function postMail(url: string, { name }: HostileMail, payload: Buffer): Promise<number> {
  const headers = { 'content-type': 'application/json', 'x-parley-secret': ingressSecret };
  const { statusCode, body } = await request(url, { method: 'POST', headers, body: payload });
  const text = await body.text();
  if (![200, 400, 413].includes(statusCode))
    throw new Error(`${name} got ${statusCode}: ${text.slice(0, 200)}`);
  return statusCode;
}
