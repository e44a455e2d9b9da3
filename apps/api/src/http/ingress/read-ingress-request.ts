import type { IngressRequest } from '@parley/channels';
import type { Request } from 'express';
import { readBody } from '../read-body.js';

interface Reading {
  readonly publicUrl: string;
  readonly now: () => Date;
  readonly limitBytes: number;
}

/** The request as the adapters see it: signatures are over the raw bytes and the URL that the provider called. */
export async function readIngressRequest(
  request: Request,
  { publicUrl, now, limitBytes }: Reading,
): Promise<IngressRequest> {
  return {
    method: request.method,
    url: `${publicUrl}${request.originalUrl}`,
    headers: request.headers,
    rawBody: limitBytes === 0 ? noBody : await readBody(request, limitBytes),
    query: request.query,
    receivedAt: now(),
  };
}

const noBody = Buffer.alloc(0);
