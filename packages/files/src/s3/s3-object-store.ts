import {
  DeleteObjectCommand,
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import type { ObjectStorageAddress } from '@parley/config';
import { type ObjectContent, type ObjectStore, ObjectStoreError } from '@parley/database';
import { openBody } from './open-body.js';
import { withPayloadHash } from './with-payload-hash.js';

/** The deadline of one request, including the transfer of its bytes. */
const requestMs = 60_000;
const connectMs = 5_000;
const putAttempts = 3;

/** Stores objects in a bucket. */
export class S3ObjectStore implements ObjectStore {
  readonly #client: S3Client;
  readonly #address: ObjectStorageAddress;

  constructor(address: ObjectStorageAddress) {
    const { endpoint, credentials, region = endpoint === undefined ? undefined : 'us-east-1' } = address;
    this.#address = address;
    this.#client = new S3Client({
      ...(endpoint !== undefined && { endpoint }),
      ...(region !== undefined && { region }),
      ...(credentials !== undefined && { credentials }),
      forcePathStyle: address.isPathStyle,
      // Not every object storage knows the checksums that the SDK adds. We check the SHA-256 of the file ourselves.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      // Every failure is an error with its cause; without a logger of its own the SDK also writes to the console.
      logger: silent,
      requestHandler: { connectionTimeout: connectMs, httpsAgent: { maxSockets }, httpAgent: { maxSockets } },
    });
  }

  /**
   * Sends one request per attempt: an object of at most 16 MB needs no parts, and the store never returns an incomplete
   * object.
   */
  async put(key: string, content: ObjectContent): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      const body = openBody(content);
      try {
        const { size: ContentLength, checksum } = content;
        const command = new PutObjectCommand({ ...this.#locate(key), Body: body.stream, ContentLength });
        withPayloadHash(command, checksum);
        const abortSignal = AbortSignal.any([body.failed, AbortSignal.timeout(requestMs)]);
        await this.#client.send(command, { abortSignal });
        return;
      } catch (cause) {
        if (body.failure !== undefined) throw body.failure;
        if (attempt === putAttempts || isRefusal(cause)) throw explain('store', cause);
      } finally {
        body.stream.destroy();
      }
    }
  }

  async read(
    key: string,
    { start, end }: { readonly start: number; readonly end: number },
  ): Promise<Buffer | undefined> {
    try {
      const command = new GetObjectCommand({ ...this.#locate(key), Range: `bytes=${start}-${end}` });
      const { Body } = await this.#client.send(command, { abortSignal: AbortSignal.timeout(requestMs) });
      const bytes = await Body?.transformToByteArray();
      if (bytes?.length !== end - start + 1)
        throw new Error('The length of the response differs from the requested length');
      return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    } catch (cause) {
      if (cause instanceof NoSuchKey) return undefined;
      throw explain('read', cause);
    }
  }

  async remove(key: string): Promise<void> {
    try {
      const command = new DeleteObjectCommand(this.#locate(key));
      await this.#client.send(command, { abortSignal: AbortSignal.timeout(requestMs) });
    } catch (cause) {
      throw explain('remove', cause);
    }
  }

  close(): void {
    this.#client.destroy();
  }

  #locate(key: string): { Bucket: string; Key: string } {
    return { Bucket: this.#address.bucket, Key: `${this.#address.prefix}${key}` };
  }
}

const silent = { trace() {}, debug() {}, info() {}, warn() {}, error() {} };

/** The maximum number of concurrent connections to the object storage; further requests wait. */
const maxSockets = 64;

/** Whether the storage refused the request. The same request would be refused again. */
function isRefusal(cause: unknown): boolean {
  return cause instanceof S3ServiceException && cause.$fault === 'client' && !cause.$retryable;
}

function explain(action: string, cause: unknown): ObjectStoreError {
  const reason = cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause);
  return new ObjectStoreError(`The object storage did not ${action} an object (${reason})`, { cause });
}
