import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { newId } from '@parley/core';
import { createChannel, createKey, createTenant } from '../../fixtures/index.js';
import { tokenOf } from '../../tokens.js';
import { emailChannel, ingressSecret } from '../email-channel.js';
import { measureGrowth } from '../measure-memory.js';
import type { Scenario, Stage } from '../scenario.js';

const count = 40;
const megabyte = 1_048_576;

/** The mails are for two tenants, each of which may use half of the budget, so that the budget is exhausted. */
const mails: Scenario = {
  name: 'stalled-mails',
  bound: {
    figure: 'growth of the API by 40 mails of 24 MB that stop before their end',
    unit: 'MB',
    atMost: 100,
  },
  async run(stage) {
    const { url, database, api } = await stage.startCluster();
    const heads: string[] = [];
    for (const _ of ['one', 'other']) {
      const { id: tenantId } = await createTenant(database);
      const { id } = await createChannel(database, tenantId, emailChannel);
      heads.push(
        headOf(`/ingress/${id}`, `X-Parley-Secret: ${ingressSecret}`, 'application/json', 24 * megabyte),
      );
    }
    const opening = `{"raw":"${'A'.repeat(23 * megabyte)}`;
    return measureGrowth(api.pid, () => stallAll(stage, url, (index) => `${heads[index % 2]}${opening}`));
  },
};

/** Uploads are stored in the database while they arrive, so that each uses no more memory than a chunk. */
const uploads: Scenario = {
  name: 'stalled-uploads',
  bound: {
    figure: 'growth of the API by 40 uploads of 16 MB that stop before their end',
    unit: 'MB',
    atMost: 100,
  },
  async run(stage) {
    const { url, database, api } = await stage.startCluster();
    const { id: tenantId } = await createTenant(database);
    const token = await tokenOf(await createKey(database, tenantId));
    const type = 'multipart/form-data; boundary=x';
    const head = headOf('/v3/files', `Authorization: Bearer ${token}`, type, 16 * megabyte);
    const part = 'Content-Disposition: form-data; name="file"; filename="a.bin"\r\n\r\n';
    const opening = `${head}--x\r\n${part}${'a'.repeat(15 * megabyte)}`;
    return measureGrowth(api.pid, () => stallAll(stage, url, () => opening));
  },
};

/** The service refuses a form with more text than any operation accepts, and counts the texts of an unfinished form. */
const forms: Scenario = {
  name: 'stalled-forms',
  bound: {
    figure: 'growth of the API by 40 forms with 3 MB of text that stop before their end',
    unit: 'MB',
    atMost: 100,
  },
  async run(stage) {
    const { url, database, api } = await stage.startCluster();
    const { id: tenantId } = await createTenant(database);
    const token = await tokenOf(await createKey(database, tenantId));
    const type = 'multipart/form-data; boundary=x';
    const head = headOf('/v3/files', `Authorization: Bearer ${token}`, type, 16 * megabyte);
    const part = (_: unknown, index: number) =>
      `--x\r\nContent-Disposition: form-data; name="part${index}"\r\n\r\n${'a'.repeat(64_000)}\r\n`;
    const opening = `${head}${Array.from({ length: 48 }, part).join('')}`;
    return measureGrowth(api.pid, () => stallAll(stage, url, () => opening));
  },
};

const smallCount = 2_000;

/**
 * Nobody has to be known to send these bodies, since their signature covers the body. Half of the connections send almost
 * all of it, the others a few bytes in two pieces.
 */
const smallBodies: Scenario = {
  name: 'stalled-small-bodies',
  bound: {
    figure: 'growth of the API by 2,000 bodies of 16 KB from unknown senders that stop before their end',
    unit: 'MB',
    atMost: 60,
  },
  async run(stage) {
    const { url, api } = await stage.startCluster();
    const signature = `X-Hub-Signature-256: sha256=${'0'.repeat(64)}`;
    const head = headOf(`/ingress/${newId()}`, signature, 'application/json', 16_000);
    const openings = [`${head}{${' '.repeat(15_000)}`, `${head}{`];
    return measureGrowth(api.pid, async () => {
      const sockets = connectAll(stage, url, smallCount);
      await Promise.all(sockets.map((socket, index) => sendAll(socket, openings[index % 2] ?? '')));
      await Promise.all(sockets.map((socket, index) => index % 2 === 1 && sendAll(socket, ' ')));
      await delay(stalledMs);
    });
  },
};

export const scenarios: readonly Scenario[] = [mails, uploads, forms, smallBodies];

function headOf(path: string, credentials: string, type: string, length: number): string {
  const fields = ['Host: localhost', credentials, `Content-Type: ${type}`, `Content-Length: ${length}`];
  return `POST ${path} HTTP/1.1\r\n${fields.join('\r\n')}\r\n\r\n`;
}

/** How long the attack continues after everything is sent; it is shorter than the deadline of a slow body. */
const stalledMs = 5_000;

async function stallAll(stage: Stage, url: string, openingOf: (index: number) => string): Promise<void> {
  const sockets = connectAll(stage, url, count);
  await Promise.all(sockets.map((socket, index) => sendAll(socket, openingOf(index))));
  await delay(stalledMs);
}

function connectAll(stage: Stage, url: string, length: number): Socket[] {
  const { hostname, port } = new URL(url);
  const sockets = Array.from({ length }, () => connect({ host: hostname, port: Number(port) }));
  stage.onEnd(() => {
    for (const socket of sockets) socket.destroy();
  });
  return sockets;
}

/** Resolves when the server has received everything or has closed the connection. */
async function sendAll(socket: Socket, text: string): Promise<void> {
  socket.on('error', () => undefined).resume();
  const closed = once(socket, 'close');
  const sent = new Promise<void>((resolve) => socket.write(text, 'latin1', () => resolve()));
  await Promise.race([sent, closed]);
}
