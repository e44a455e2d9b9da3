import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { newId } from '@parley/core';
import type { Scenario, Stage } from '../scenario.js';
import { openWhatsapp, signedNotification, textOf } from '../whatsapp-channel.js';

/** Each address may hold 4 MB of bodies that are not verified, and all together 16 MB. */
const addresses = ['127.0.0.2', '127.0.0.3', '127.0.0.4', '127.0.0.5', '127.0.0.6', '127.0.0.7'];
const bodiesOfAddress = 40;
const bodyBytes = 1_000_000;
const sentBytes = 120_000;
const webhooks = 50;

/**
 * Bodies with forged signatures hold all memory for unverified bodies, and send a kilobyte per second. Meanwhile, a
 * provider sends signed webhooks of 400 KB.
 */
export const scenario: Scenario = {
  name: 'slow-webhooks',
  bound: { figure: 'signed webhooks of 400 KB refused during slow forged ones', unit: 'of 50', atMost: 0 },
  async run(stage) {
    const cluster = await stage.startCluster();
    const { post } = await openWhatsapp(stage, cluster, { inboundMessagesPerMinute: 100_000 });
    const attack = addresses.flatMap((address) =>
      Array.from({ length: bodiesOfAddress }, () => sendSlowly(stage, cluster.url, address)),
    );
    await Promise.all(attack);
    let refused = 0;
    for (let number = 0; number < webhooks; number += 1) {
      const messages = [{ ...textOf(number), padding: 'a'.repeat(400_000) }];
      const { status, text } = await post(signedNotification({ messages }));
      if (status !== 200 && status !== 503) throw new Error(`A webhook got ${status}: ${text}`);
      if (status === 503) refused += 1;
    }
    return refused;
  },
};

/** Sends the beginning of a body, and then little until the end of the scenario. Opens a new connection after a refusal. */
async function sendSlowly(stage: Stage, url: string, localAddress: string): Promise<void> {
  const { hostname, port } = new URL(url);
  let isOver = false;
  let socket: Socket | undefined;
  stage.onEnd(() => {
    isOver = true;
    socket?.destroy();
  });
  await open();

  async function open(): Promise<void> {
    if (isOver) return;
    const opened = connect({ host: hostname, port: Number(port), localAddress });
    socket = opened;
    opened.on('error', () => undefined).resume();
    let trickle: ReturnType<typeof setInterval> | undefined;
    opened.once('close', () => {
      clearInterval(trickle);
      void delay(reopenMs).then(open);
    });
    const sent = new Promise<void>((resolve) => opened.write(opening(), () => resolve()));
    await Promise.race([sent, once(opened, 'close')]);
    // A connection that was refused meanwhile has closed already, and nothing would end the interval.
    if (!opened.destroyed) trickle = setInterval(() => opened.write(' '.repeat(1_000)), 1_000);
  }
}

const reopenMs = 200;

function opening(): string {
  const signature = `X-Hub-Signature-256: sha256=${'0'.repeat(64)}`;
  const head = `POST /ingress/${newId()} HTTP/1.1\r\nHost: localhost\r\n${signature}\r\nContent-Length: ${bodyBytes}`;
  return `${head}\r\n\r\n{${' '.repeat(sentBytes)}`;
}
