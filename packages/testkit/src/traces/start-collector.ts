import { createServer, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { listen } from '../crash/listen.js';
import { decodeSpans, type ReceivedSpan } from './decode-spans.js';

export interface Collector {
  readonly url: string;
  /** Every span so far, in the order of arrival. */
  readonly spans: readonly ReceivedSpan[];
  /** The number of requests, including the requests that it did not accept. */
  readonly requests: number;
  /** The spans of one trace. */
  spansOf(traceId: string): readonly ReceivedSpan[];
  stop(): Promise<void>;
}

/** A collector of OpenTelemetry traces, for OTLP over HTTP. `respond` can refuse a request, or leave it open. */
export async function startCollector(
  respond: (response: ServerResponse) => void = accept,
): Promise<Collector> {
  const spans: ReceivedSpan[] = [];
  let requests = 0;
  const server = createServer(async (request, response) => {
    requests += 1;
    try {
      const body = await buffer(request);
      if (request.method === 'POST' && request.url === '/v1/traces') spans.push(...decodeSpans(body));
      respond(response);
    } catch {
      // The process was killed while it was sending.
      response.destroy();
    }
  });
  return {
    spans,
    get requests() {
      return requests;
    },
    spansOf: (traceId) => spans.filter((span) => span.traceId === traceId),
    ...(await listen(server)),
  };
}

function accept(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end();
}
