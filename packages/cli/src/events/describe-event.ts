import type { Event } from '@parley/client';
import { printable } from '../output/printable.js';
import type { Style } from '../output/style.js';

/** One line about an event, for people. */
export function describeEvent(event: Event, { bold, dim }: Style): string {
  const { createdAt, event: type, id } = event;
  return `${dim(createdAt.slice(11, 19))}  ${bold(printable(type))}  ${dim(id)}  ${printable(subjectOf(event.data))}`;
}

/** What the event is about: the contact and the text of a message, or the name or status of the rest. */
function subjectOf(data: object): string {
  const { contact, text, displayName, name, status, id } = readTexts(data);
  const subject = contact ?? displayName ?? name ?? id ?? '';
  const detail = text ?? status;
  return detail === undefined ? subject : `${subject}: ${shorten(detail)}`;
}

interface Texts {
  readonly contact?: string;
  readonly text?: string;
  readonly displayName?: string;
  readonly name?: string;
  readonly status?: string;
  readonly id?: string;
}

/** The types of events differ, and a newer service has others, so each field may be absent. */
function readTexts(data: object): Texts {
  const { contact, ...fields }: { contact?: unknown } = data;
  const texts = Object.entries(fields).filter(([, value]) => typeof value === 'string');
  const { displayName }: { displayName?: unknown } = Object(contact);
  return { ...Object.fromEntries(texts), ...(typeof displayName === 'string' && { contact: displayName }) };
}

function shorten(text: string): string {
  const characters = [...text];
  return characters.length > 80 ? `${characters.slice(0, 79).join('')}…` : text;
}
