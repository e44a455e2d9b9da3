import type { ChannelType } from '@parley/database';
import { needsCountry } from '../../addresses/compact-phone-number.js';
import { readEmail } from '../../addresses/read-email.js';
import { type findDefaultCountry, loadParser } from '../../addresses/read-phone-numbers.js';
import { checkAttributeValue } from '../../attributes/check-attribute-value.js';
import type { ReplyRecord } from '../../messages/interactive/interactive.js';
import { readNumber } from '../../messages/interactive/read-number.js';
import { wordsOf } from '../../triggers/contains-keyword.js';
import type { Expectation } from '../versions/steps.js';

/** A message of a contact that replies to a question. Nothing is known of a message that was deleted meanwhile. */
export interface Answer {
  readonly text: string | null;
  /** The choice that the message makes. */
  readonly reply: ReplyRecord | null;
  readonly channelType: ChannelType | null;
}

interface Question {
  readonly expect: Expectation;
  readonly choices: readonly ReplyRecord[];
  /** Finds the country of national phone numbers. */
  readonly findCountry: () => ReturnType<typeof findDefaultCountry>;
}

const maxCharacters = 4_096;

/** Returns what is kept of a reply, in a form that does not depend on how it was written; undefined if it is not valid. */
export async function readAnswer(answer: Answer, question: Question): Promise<string | undefined> {
  const { expect, choices, findCountry } = question;
  const text = answer.text?.trim() ?? '';
  const line = firstLine(text, answer.channelType);
  switch (expect) {
    case 'text':
      return text === '' || [...text].length > maxCharacters ? undefined : text;
    case 'number':
      return readDecimal(line);
    case 'email':
      return readEmail(line);
    case 'phone': {
      const { parsePhoneNumber } = await loadParser();
      return parsePhoneNumber(line, needsCountry(line) ? await findCountry() : null);
    }
    case 'date':
      return readDate(line);
    case 'choice':
      return findChoice(answer, { line, choices })?.id;
    default:
      return expect satisfies never;
  }
}

/** The first line of a mail is the reply; below it most programs repeat the mail that is replied to. */
function firstLine(text: string, channelType: ChannelType | null): string {
  return channelType === 'email' ? (text.split(/\r?\n/, 1)[0] ?? '').trim() : text;
}

/** `1.000` is a thousand in some countries and one in others, so it is not read at all. */
function readDecimal(text: string): string | undefined {
  const [, sign, whole, decimals = ''] = /^([+-]?)(\d{1,15})(?:[.,](\d{1,15}))?$/.exec(text) ?? [];
  if (whole === undefined || decimals.length === 3) return undefined;
  const digits = `${BigInt(whole)}${decimals === '' ? '' : `.${decimals}`}`;
  return sign === '-' ? `-${digits}` : digits;
}

/** `11/12/2026` is two days of the year, depending on the country, so it is not read at all. */
function readDate(text: string): string | undefined {
  const [, day, month, year] = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})$/.exec(text) ?? [];
  const date = year === undefined ? text : `${year}-${month?.padStart(2, '0')}-${day?.padStart(2, '0')}`;
  return checkAttributeValue('date', date) === undefined ? date : undefined;
}

/**
 * A choice is tapped, or its number or its title is written. Here a title can be nothing else than a reply, and a number
 * chooses from this question, even if the message was taken for the choice of an earlier one.
 */
function findChoice(
  { reply, text, channelType }: Answer,
  { line, choices }: { line: string; choices: readonly ReplyRecord[] },
): ReplyRecord | undefined {
  const number = readNumber(text, channelType === 'email' ? 'email' : 'sms');
  const isWritten = number !== undefined && (channelType === 'email' || channelType === 'sms');
  if (reply !== null && !isWritten) return choices.find(({ id }) => id === reply.id);
  const titled = choices.filter(({ title }) => title.trim() === line || sameWords(title, line));
  // A title such as "2" has precedence over the second choice. Two choices with the same title cannot be told apart.
  if (titled.length > 0) return titled.length === 1 ? titled[0] : undefined;
  return number === undefined ? undefined : choices[number - 1];
}

function sameWords(one: string, other: string): boolean {
  return wordsOf(one) !== '' && wordsOf(one) === wordsOf(other);
}
