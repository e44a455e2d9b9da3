import type { Socket } from 'node:net';
import { buildConnector } from 'undici';

/** The open connections of an agent. */
export interface Sockets {
  readonly connect: buildConnector.connector;
  /** Records the open connections before a request is sent. */
  watch(): Watch;
}

export interface Watch {
  /**
   * Whether a reused connection was closed since then without receiving another byte. The server then closed it while
   * it was idle, and never saw the request.
   */
  wasIdle(): boolean;
}

export function createSockets(): Sockets {
  const open = new Set<Socket>();
  const connectPlainly = buildConnector({});
  return {
    connect(options, callback) {
      connectPlainly(options, (...result) => {
        const [, socket] = result;
        if (socket) {
          open.add(socket);
          socket.once('close', () => open.delete(socket));
        }
        callback(...result);
      });
    },
    watch() {
      const before = [...open].map((socket) => ({ socket, bytesRead: socket.bytesRead }));
      return {
        wasIdle: () =>
          before.some(
            ({ socket, bytesRead }) => bytesRead > 0 && socket.destroyed && socket.bytesRead === bytesRead,
          ),
      };
    },
  };
}
