import type { HandleType } from '@parley/database';
import type { Context } from '../context.js';
import { createAddressReader } from './create-address-reader.js';
import { dependsOnCountry, readHandle } from './read-handle.js';
import { findDefaultCountry } from './read-phone-numbers.js';

interface Sender {
  readonly handleType: HandleType;
  readonly value: string;
}

/**
 * Brings the sender of an inbound message into the form by which contacts are matched. A sender that cannot be read
 * stays as the provider named it, so that no message is lost: short codes and names are senders of SMS, and WhatsApp
 * has ids for people who hide their number.
 */
export async function readSender<Known extends Sender>(context: Context, sender: Known): Promise<Known> {
  const { handleType, value: named } = sender;
  const country = dependsOnCountry(handleType, named) ? await findDefaultCountry(context) : null;
  const value = readHandle(handleType, named, await createAddressReader(country)) ?? named.trim();
  return value === named ? sender : { ...sender, value };
}
