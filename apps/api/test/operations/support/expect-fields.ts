import { expect } from '@jest/globals';
import {
  chatFields,
  contactFields,
  type Fields,
  findWrongFields,
  handleFields,
  messageFields,
} from './specified-fields.js';

/** Expects the fields of the published specification, with their types. */
export function expectFields(record: unknown, fields: Fields): void {
  expect(findWrongFields(record, fields)).toEqual([]);
}

export function expectChat(chat: { contact: unknown; handle: unknown; latestMessage: unknown }): void {
  expectFields(chat, chatFields);
  expectContact(chat.contact);
  expectFields(chat.handle, handleFields);
  expectFields(chat.latestMessage, messageFields);
}

export function expectContact(contact: unknown): void {
  expectFields(contact, contactFields);
  for (const handle of Object(contact).handles) expectFields(handle, handleFields);
}
