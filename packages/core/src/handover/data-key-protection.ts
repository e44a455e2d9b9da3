import { createSecretKey, type KeyObject, randomBytes, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { decrypt, encrypt } from '@parley/database';
import { AdministrationError } from '../tenants/administration-error.js';

/** The data key of an exported workspace, encrypted with a key that is derived from a passphrase. */
export interface ProtectedDataKey {
  readonly dataKeyId: string;
  readonly kdf: { readonly name: 'scrypt'; readonly N: number; readonly r: number; readonly p: number };
  readonly salt: string;
  readonly encrypted: string;
}

/** OWASP's recommendation for scrypt with 64 MiB: each guess of a passphrase takes a quarter of a second. */
const kdf = { name: 'scrypt', N: 2 ** 16, r: 8, p: 2 } as const;

const minPassphraseLength = 12;

export async function protectDataKey(
  passphrase: string,
  { tenantId, id, key }: { readonly tenantId: string; readonly id: string; readonly key: Buffer },
): Promise<ProtectedDataKey> {
  if (passphrase.length < minPassphraseLength) {
    throw new AdministrationError(`The passphrase needs at least ${minPassphraseLength} characters.`);
  }
  const salt = randomBytes(16);
  const derived = await derive(passphrase, salt);
  const encrypted = encrypt(derived, key, placeOf(tenantId, id)).toString('base64');
  return { dataKeyId: id, kdf, salt: salt.toString('base64'), encrypted };
}

export async function openDataKey(
  passphrase: string,
  tenantId: string,
  { dataKeyId, salt, encrypted }: ProtectedDataKey,
): Promise<Buffer> {
  const derived = await derive(passphrase, Buffer.from(salt, 'base64'));
  const key = decrypt(derived, Buffer.from(encrypted, 'base64'), placeOf(tenantId, dataKeyId));
  if (key === undefined) throw new AdministrationError('The passphrase does not open the data key.');
  return key;
}

function placeOf(tenantId: string, dataKeyId: string): string {
  return JSON.stringify(['export', tenantId, dataKeyId]);
}

async function derive(passphrase: string, salt: Buffer): Promise<KeyObject> {
  const { N, r, p } = kdf;
  return createSecretKey(
    await scryptAsync(passphrase.normalize('NFC'), salt, 32, { N, r, p, maxmem: 2 ** 28 }),
  );
}

const scryptAsync = promisify<string, Buffer, number, object, Buffer>(scrypt);
