import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { afterEach } from '@jest/globals';
import { adapterFor, type OutboundMessage, type ProviderCallOptions } from '../../src/index.js';
import { emailChannel } from '../support/ingress-request.js';
import { outbound } from '../support/outbound-message.js';
import { type SmtpProvider, startSmtp } from './smtp-provider.js';

const { send } = adapterFor('email');

export const to = { handleType: 'email', value: 'Jane@Example.com' } as const;
export const message = outbound({ to, text: 'Schöne Grüße' });

interface Changes {
  readonly settings?: object;
  readonly secrets?: object;
}

/** Sends a mail through the SMTP server on that port of this machine. */
export function sendTo(
  port: number,
  mail: OutboundMessage = message,
  options: ProviderCallOptions & Changes = {},
) {
  const { settings, secrets, ...rest } = options;
  return send(
    mail,
    {
      type: 'email',
      settings: { ...(emailChannel.settings as object), port, ...settings },
      secrets: { ...(emailChannel.secrets as object), ...secrets },
    },
    rest,
  );
}

/** Provides SMTP servers that stop when the test has ended. */
export function useSmtp() {
  const cleanUps: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const cleanUp of cleanUps.splice(0)) await cleanUp();
  });

  return {
    stopAfterTest: (stop: () => Promise<void>) => cleanUps.push(stop),

    async smtp(...args: Parameters<typeof startSmtp>): Promise<SmtpProvider> {
      const provider = await startSmtp(...args);
      cleanUps.push(provider.stop);
      return provider;
    },

    /** Returns a server that does not speak SMTP unless `prepare` makes it. */
    async rawServer(prepare: (server: Server) => void): Promise<number> {
      const sockets = new Set<{ destroy(): void }>();
      const server = createServer((socket) => {
        socket.on('error', () => {});
        sockets.add(socket);
      });
      prepare(server);
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      cleanUps.push(async () => {
        for (const socket of sockets) socket.destroy();
        server.close();
        await once(server, 'close');
      });
      // The server listens on a TCP port, so its address is not a pipe's name.
      return (server.address() as AddressInfo).port;
    },
  };
}
