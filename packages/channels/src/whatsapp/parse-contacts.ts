import type { CarriedAttachment } from '../adapter/inbound-item.js';
import { toFileName } from '../payload/attachment-type.js';
import { type JsonRecord, readRecord, readRecords, readText } from '../payload/read-value.js';
import type { MessageContent } from './message-content.js';

/** Shared contacts become vCard files (RFC 6350), with names and numbers as the text. */
export function parseContacts(message: JsonRecord): MessageContent | undefined {
  const people = readRecords(message, 'contacts').map(readPerson);
  if (people.length === 0) return undefined;
  return {
    type: 'contact',
    text: people.map(({ name, phones }) => [name, ...phones].join(' ')).join('\n'),
    attachments: people.map(toAttachment),
  };
}

interface Person {
  readonly name: string;
  readonly phones: readonly string[];
  readonly emails: readonly string[];
}

function readPerson(contact: JsonRecord): Person {
  return {
    name: readText(readRecord(contact, 'name'), 'formatted_name') ?? 'Unknown',
    phones: readRecords(contact, 'phones').flatMap((phone) => readText(phone, 'phone') ?? []),
    emails: readRecords(contact, 'emails').flatMap((email) => readText(email, 'email') ?? []),
  };
}

function toAttachment(person: Person): CarriedAttachment {
  const content = Buffer.from(toVcard(person), 'utf8');
  return {
    type: 'document',
    content,
    name: toFileName(`${person.name}.vcf`),
    contentType: 'text/vcard',
    size: content.length,
  };
}

function toVcard({ name, phones, emails }: Person): string {
  return [
    'BEGIN:VCARD',
    'VERSION:4.0',
    `FN:${escapeValue(name)}`,
    ...phones.map((phone) => `TEL:${escapeValue(phone)}`),
    ...emails.map((email) => `EMAIL:${escapeValue(email)}`),
    'END:VCARD',
    '',
  ].join('\r\n');
}

/** Otherwise a line break in a name would start a new property that the sender chooses. */
function escapeValue(value: string): string {
  return value.replace(/[\\,;]/g, '\\$&').replace(/\r\n|\r|\n/g, '\\n');
}
