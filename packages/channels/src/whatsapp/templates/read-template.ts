import type { ListedTemplate } from '../../adapter/channel-templates.js';
import { type JsonRecord, readId, readRecord, readRecords, readText } from '../../payload/read-value.js';
import { authenticationParts, isForAuthentication } from './authentication-template.js';
import { fileFormats } from './header-file.js';

/** Returns a template of a list; undefined when it lacks what identifies it. */
export function readTemplate(template: JsonRecord): ListedTemplate | undefined {
  const [vendorId, name] = [readId(template, 'id'), readId(template, 'name')];
  const language = readLanguage(template, 'language');
  const status = readStatus(template);
  if (vendorId === undefined || name === undefined || language === undefined || status === undefined)
    return undefined;
  const components = readRecords(template, 'components');
  const category = readCategory(template) ?? 'unknown';
  const isForCode = isForAuthentication({ category });
  const buttons = readRecords(componentOf(components, 'BUTTONS'), 'buttons');
  const known = isForCode && buttons.every(copiesCode) ? authenticationParts : onlyText;
  const hasFile = fileFormats.has(readWord(componentOf(components, 'HEADER'), 'format') ?? '');
  return {
    vendorId,
    name,
    language,
    status,
    category,
    rejectionReason: readReason(template, 'rejected_reason'),
    quality: readWord(readRecord(template, 'quality_score'), 'score') ?? null,
    body: readText(componentOf(components, 'BODY'), 'text') ?? null,
    content: readContent(components, isForCode ? buttons.map(readCodeButton) : buttons.map(readButton)),
    hasFile,
    hasMore: components.some(({ type }) => !known.has(type) && !(hasFile && type === 'HEADER')),
  };
}

const onlyText: ReadonlySet<unknown> = new Set(['BODY']);

/** The Graph API writes `en_US`, the notifications write `en-US`. */
export function languageCode(language: string): string {
  return language.replaceAll('-', '_');
}

export function readLanguage(source: unknown, key: string): string | undefined {
  const language = readId(source, key);
  return language === undefined ? undefined : languageCode(language);
}

/** A template that Meta sends again, after a pause or from its archive, is approved. */
export function readStatus(source: unknown, key = 'status'): string | undefined {
  const status = readWord(source, key);
  return status === 'reinstated' || status === 'unarchived' ? 'approved' : status;
}

export function readCategory(source: unknown, key = 'category'): string | undefined {
  return readWord(source, key);
}

/** Meta writes `NONE` where there is no reason. */
export function readReason(source: unknown, key: string): string | null {
  const reason = readText(source, key);
  return reason === undefined || reason === 'NONE' ? null : reason.slice(0, 500);
}

/** Meta writes the values of its enumerations in capitals, and adds new ones. */
export function readWord(source: unknown, key: string): string | undefined {
  const word = readText(source, key)?.toLowerCase();
  return word !== undefined && /^[a-z0-9_]{1,50}$/.test(word) ? word : undefined;
}

function componentOf(components: readonly JsonRecord[], type: string): JsonRecord | undefined {
  return components.find((component) => component.type === type);
}

/** The parts whose placeholders are filled when the template is sent. */
function readContent(components: readonly JsonRecord[], buttons: readonly object[]): Record<string, unknown> {
  const header = componentOf(components, 'HEADER');
  const type = readWord(header, 'format');
  const text = readText(header, 'text');
  return {
    ...(type !== undefined && { header: { type, ...(text !== undefined && { text }) } }),
    ...(buttons.length > 0 && { buttons }),
  };
}

function readCodeButton(button: JsonRecord): object {
  return copiesCode(button) ? { type: 'otp' } : readButton(button);
}

/** A button that is created with the kind `COPY_CODE` becomes a link at Meta, whose URL has the kind. */
function copiesCode(button: JsonRecord): boolean {
  const kind = readText(button, 'otp_type') ?? /[?&]otp_type=(\w+)/.exec(readText(button, 'url') ?? '')?.[1];
  return kind === 'COPY_CODE';
}

function readButton(button: JsonRecord): object {
  const [type, text, url] = [
    readWord(button, 'type') ?? 'unknown',
    readText(button, 'text'),
    readText(button, 'url'),
  ];
  return { type, ...(text !== undefined && { text }), ...(url !== undefined && { url }) };
}
