import type { HandleType } from '@parley/database';
import { createAddressReader } from './create-address-reader.js';

interface Sender {
  readonly handleType: HandleType;
  readonly value: string;
}

/**
 * Brings the sender of an inbound message into the form by which contacts are matched. One that cannot be read stays as
 * the provider named it, since a message must not be lost because of who sent it: short codes and names are senders of
 * SMS, and WhatsApp has ids for people who hide their number. Providers write a plus before every real number, so digits
 * without one are never read as a number.
 */
export async function readSender<Known extends Sender>(sender: Known): Promise<Known> {
  const key = `${sender.handleType} ${sender.value}`;
  const value = recent.get(key) ?? (await readValue(sender));
  remember(key, value);
  return value === sender.value ? sender : { ...sender, value };
}

async function readValue({ handleType, value }: Sender): Promise<string> {
  const isReadable = handleType !== 'phone_number' || value.startsWith('+');
  const read = isReadable ? (await createAddressReader(null))(handleType, value) : undefined;
  return read ?? value.trim();
}

/** The last senders: whoever writes often is read once, which spares each message 10 to 40 µs. */
const recent = new Map<string, string>();
const mostRemembered = 5_000;

function remember(key: string, value: string): void {
  if (recent.has(key)) return;
  recent.set(key, value);
  const [oldest] = recent.keys();
  if (recent.size > mostRemembered && oldest !== undefined) recent.delete(oldest);
}
