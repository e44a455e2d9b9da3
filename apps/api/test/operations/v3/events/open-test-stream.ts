import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { waitUntil } from '@parley/testkit/wait-until';

export interface TestStream {
  readonly response: IncomingMessage;
  /** The whole text so far. */
  readonly text: string;
  /** The bodies of the events so far. */
  readonly events: readonly StreamedBody[];
  /** The id of the last complete record. */
  readonly lastEventId: string | undefined;
  /** Whether the service has ended the stream after a complete record. */
  readonly hasEnded: boolean;
  readonly isClosed: boolean;
  waitForEvents(count: number): Promise<true>;
  waitForEnd(): Promise<true>;
  /** Drops the connection without a word. */
  drop(): void;
}

interface StreamedBody {
  readonly id: string;
  readonly event: string;
  readonly cursor: string;
}

export interface StreamRequest {
  readonly url: string;
  readonly token: string;
  readonly events?: readonly string[];
  readonly lastEventId?: string | undefined;
}

/** Opens a stream over a socket of its own. It reads as events come, unless the response is paused. */
export async function openTestStream({
  url,
  token,
  events = [],
  lastEventId,
}: StreamRequest): Promise<TestStream> {
  const query = new URLSearchParams(events.map((type): [string, string] => ['events', type]));
  const request = get(`${url}/v3/events/stream?${query}`, {
    agent: false,
    headers: {
      authorization: `Bearer ${token}`,
      ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
    },
  });
  const [response]: IncomingMessage[] = await once(request, 'response');
  if (response?.statusCode !== 200) throw new Error(`The stream was refused with ${response?.statusCode}.`);
  const stream = collect(response);
  await waitUntil(() => stream.lastEventId !== undefined);
  return stream;
}

function collect(response: IncomingMessage): TestStream {
  let text = '';
  let isClosed = false;
  response.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  response.on('close', () => {
    isClosed = true;
  });
  response.on('error', () => {});
  const records = () => text.split('\n\n').slice(0, -1);
  return {
    response,
    get text() {
      return text;
    },
    get events() {
      return records().flatMap((record) => {
        const [, data] = /^data: (.*)$/m.exec(record) ?? [];
        return data === undefined ? [] : [{ ...JSON.parse(data), cursor: idOf(record) }];
      });
    },
    get lastEventId() {
      return records()
        .map(idOf)
        .findLast((id) => id !== undefined);
    },
    get hasEnded() {
      return response.complete && (text === '' || text.endsWith('\n\n'));
    },
    get isClosed() {
      return isClosed;
    },
    waitForEvents(count) {
      return waitUntil(() => this.events.length >= count);
    },
    waitForEnd() {
      return waitUntil(() => isClosed);
    },
    drop() {
      response.socket.destroy();
    },
  };
}

function idOf(record: string): string | undefined {
  return /^id: (.*)$/m.exec(record)?.[1];
}
