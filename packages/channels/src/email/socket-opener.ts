import { connect, type Socket } from 'node:net';
import type { ProviderCallOptions, SocketAddress } from '../adapter/channel-adapter.js';
import { errorCodeOf } from '../http/call-provider.js';

type GetSocket = (
  server: { readonly host?: string | undefined; readonly port?: number | string | undefined },
  done: (error: Error | null, socket?: { connection: Socket }) => void,
) => void;

/** Opens the connection of one SMTP exchange and closes it when the signal is aborted, whatever command is in progress. */
export function socketOpener(signal: AbortSignal, options: ProviderCallOptions): GetSocket {
  const open = options.openSocket ?? openSocket;
  return (server, done) => {
    open({ host: server.host ?? '', port: Number(server.port), signal }).then(
      (connection) => {
        const cut = () => connection.destroy();
        if (signal.aborted) cut();
        signal.addEventListener('abort', cut, { once: true });
        connection.once('close', () => signal.removeEventListener('abort', cut));
        done(null, { connection });
      },
      (cause: unknown) => done(new UnopenedSocketError(cause)),
    );
  };
}

class UnopenedSocketError extends Error {
  readonly code: string;

  constructor(cause: unknown) {
    super(`The SMTP server could not be reached (${errorCodeOf(cause)}).`, { cause });
    this.name = 'UnopenedSocketError';
    this.code = errorCodeOf(cause);
  }
}

function openSocket(address: SocketAddress): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(address);
    socket.once('error', reject);
    socket.once('connect', () => {
      socket.removeListener('error', reject);
      resolve(socket);
    });
  });
}
