import type { PutObjectCommand } from '@aws-sdk/client-s3';

/**
 * Signs the SHA-256 of the body, which the store then compares with the bytes that arrive (Signature Version 4,
 * `x-amz-content-sha256`). For a stream, the SDK would sign nothing.
 */
export function withPayloadHash(command: PutObjectCommand, checksum: string): void {
  command.middlewareStack.add(
    (next) => (step) => {
      const { request } = step;
      if (hasHeaders(request)) request.headers['x-amz-content-sha256'] = checksum;
      return next(step);
    },
    { step: 'build', name: 'signPayloadHash' },
  );
}

function hasHeaders(request: unknown): request is { readonly headers: Record<string, string> } {
  return typeof request === 'object' && request !== null && 'headers' in request;
}
