import { createHmac, timingSafeEqual } from 'node:crypto';

/** The content of a signed URL of a file. */
export interface SignedFile {
  readonly tenantId: string;
  readonly fileId: string;
  readonly expiresAt: Date;
}

/** A token that has the form of a signed one; its signature is not checked yet. */
export interface UnverifiedToken extends SignedFile {
  readonly keyId: string;
  isSignedWith(secret: Buffer): boolean;
}

const version = 1;
const idBytes = 16;
const headBytes = 1 + 3 * idBytes;
const expiryBytes = 6;
const signedBytes = headBytes + expiryBytes;

/**
 * The 87 bytes of a token are a multiple of three, so base64url needs no padding, and a token has exactly one spelling.
 */
const tokenForm = /^[\w-]{116}$/;

/**
 * Writes the version, the ids of the key, the tenant and the file, the expiry in seconds, and the HMAC-SHA-256 of all
 * these.
 */
export function writeSignedToken(
  { tenantId, fileId, expiresAt }: SignedFile,
  key: { readonly id: string; readonly secret: Buffer },
): string {
  const signed = Buffer.alloc(signedBytes);
  signed.writeUInt8(version);
  signed.write([key.id, tenantId, fileId].join('').replaceAll('-', ''), 1, 'hex');
  signed.writeUIntBE(Math.floor(expiresAt.getTime() / 1_000), headBytes, expiryBytes);
  return Buffer.concat([signed, signatureOf(signed, key.secret)]).toString('base64url');
}

/** Returns undefined for a string that is not a signed token. */
export function readSignedToken(token: string): UnverifiedToken | undefined {
  if (!tokenForm.test(token)) return undefined;
  const bytes = Buffer.from(token, 'base64url');
  if (bytes[0] !== version) return undefined;
  const signed = bytes.subarray(0, signedBytes);
  return {
    keyId: readId(signed, 0),
    tenantId: readId(signed, 1),
    fileId: readId(signed, 2),
    expiresAt: new Date(signed.readUIntBE(headBytes, expiryBytes) * 1_000),
    isSignedWith: (secret) => timingSafeEqual(bytes.subarray(signedBytes), signatureOf(signed, secret)),
  };
}

function signatureOf(signed: Buffer, secret: Buffer): Buffer {
  return createHmac('sha256', secret).update(signed).digest();
}

function readId(bytes: Buffer, index: number): string {
  const start = 1 + index * idBytes;
  return bytes
    .toString('hex', start, start + idBytes)
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
