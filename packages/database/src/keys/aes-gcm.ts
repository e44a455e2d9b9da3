import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/**
 * Encrypts with AES-256-GCM: a random nonce, the ciphertext and the tag. The nonces of one key stay unique, because no key
 * encrypts nearly as often as the 2³² times that NIST SP 800-38D, section 8.3, allows for random ones.
 */
export function encrypt(key: KeyObject, plain: Buffer, authenticated: string): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(authenticated));
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

/**
 * Returns the plain bytes, or undefined when the key or the authenticated text is not the one that `encrypt` was given,
 * or the data was changed.
 */
export function decrypt(key: KeyObject, encrypted: Buffer, authenticated: string): Buffer | undefined {
  if (encrypted.length < nonceBytes + tagBytes) return undefined;
  const tagStart = encrypted.length - tagBytes;
  const decipher = createDecipheriv(algorithm, key, encrypted.subarray(0, nonceBytes), {
    authTagLength: tagBytes,
  })
    .setAAD(Buffer.from(authenticated))
    .setAuthTag(encrypted.subarray(tagStart));
  const plain = decipher.update(encrypted.subarray(nonceBytes, tagStart));
  try {
    return Buffer.concat([plain, decipher.final()]);
  } catch {
    // The error of Node says only that the tag does not match.
    return undefined;
  }
}
