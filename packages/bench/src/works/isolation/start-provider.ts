import { startReceiver } from '../../stage/start-receiver.js';

export interface Provider {
  /** The values of a channel that sends through this provider. */
  readonly channel: {
    readonly type: string;
    readonly provider: string;
    readonly settings: object;
    readonly secrets: Readonly<Record<string, string>>;
  };
  /** The time at which each text arrived, by the clock of this process. */
  readonly arrivals: ReadonlyMap<string, number>;
  /** How many messages have arrived. */
  readonly receivedCount: number;
  stop(): Promise<void>;
}

/** Accepts SMS at once, as Twilio does, and notes when each of them arrived. */
export async function startProvider(): Promise<Provider> {
  const arrivals = new Map<string, number>();
  let received = 0;
  const server = await startReceiver();
  server.onBody = (body) => {
    received += 1;
    arrivals.set(new URLSearchParams(body).get('Body') ?? '', performance.now());
    return JSON.stringify({ sid: `SM${String(received).padStart(32, '0')}`, status: 'queued' });
  };
  return {
    channel: {
      type: 'sms',
      provider: 'sms',
      settings: {
        accountSid: `AC${'0'.repeat(32)}`,
        from: '+4915000000000',
        baseUrl: server.url,
        messagesPerSecond: 1_000,
      },
      secrets: { authToken: 'the token of the bench' },
    },
    arrivals,
    get receivedCount() {
      return received;
    },
    stop: () => server.stop(),
  };
}
