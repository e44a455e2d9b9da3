import type { IncomingMessage } from 'node:http';
import type { InvalidParam, InvalidParamKey } from '@parley/core';
import busboy from 'busboy';
import { parse } from 'content-type';
import type { FileIntake } from '../files/file-intake.js';
import { UploadedFile } from '../files/uploaded-file.js';
import type { BodyShare } from '../limits/body-budget.js';
import { freeBytes } from '../limits/free-bytes.js';
import { HttpError, RequestAborted } from '../response/http-error.js';
import { invalidParam } from '../validation/invalid-param.js';
import { toStorable } from '../validation/storable-text.js';
import { FormBytes } from './form-bytes.js';
import { PieceJoiner } from './piece-joiner.js';
import { announcesBody, checkMediaType } from './read-body.js';
import { emptyBody, type RequestBody } from './request-body.js';

/** The fields of a form that are files, with the maximum size of each in bytes. */
export type FileLimits = ReadonlyMap<string, number>;

export interface FormOptions {
  /** The limit for the whole form, including the delimiters between its parts. */
  readonly limitBytes: number;
  readonly files: FileLimits;
  readonly share: BodyShare;
  readonly intake: FileIntake;
}

const maxParts = 50;

/** The maximum size of all texts of a form together, including the names of its parts. */
const maxTextBytes = 64 * 1024;

/**
 * Reads a form part by part. A part that is too large is refused as soon as that is known, and its bytes are discarded.
 */
export async function readForm(request: IncomingMessage, options: FormOptions): Promise<RequestBody> {
  if (!announcesBody(request)) return emptyBody();
  checkMediaType(request, isForm);
  const length = Number(request.headers['content-length'] ?? 0);
  if (length > options.limitBytes) throw new HttpError('payload_too_large');
  await options.intake.expect(length - maxTextBytes);
  // The request emits no further events.
  if (request.destroyed) throw new RequestAborted();
  const form = new Form(options.files);
  await receive(request, form, options);
  return form.toBody();
}

function isForm(contentType: string): boolean {
  return parse(contentType).type === 'multipart/form-data';
}

async function receive(request: IncomingMessage, form: Form, options: FormOptions): Promise<void> {
  const receiving: Promise<unknown>[] = [];
  try {
    await parseForm(request, form, { ...options, receiving });
    await Promise.all(receiving);
  } finally {
    // No file may still be being stored when the request ends.
    await Promise.allSettled(receiving);
  }
}

function parseForm(
  request: IncomingMessage,
  form: Form,
  { limitBytes, share, intake, receiving }: FormOptions & { receiving: Promise<unknown>[] },
): Promise<void> {
  return new Promise((resolve, reject) => {
    const parser = openParser(request);
    const joiner = new PieceJoiner();
    const bytes = new FormBytes(share);
    const refuse = (error: unknown) => {
      bytes.close();
      reject(error);
      // The rest is read and discarded, so that the caller can read the response.
      request.unpipe(joiner).resume();
      joiner.destroy();
      parser.destroy();
    };
    share.watch(request, refuse);
    watchArrival(request, { bytes, limitBytes }, refuse);
    parser.on('field', (name, value, { valueTruncated }) => {
      orRefuse(() => form.addText(name, value, valueTruncated), refuse);
    });
    parser.on('file', (name, stream, { filename }) => {
      // The file stream fails when the form fails, and the form reports the error.
      stream.on('error', () => undefined);
      const limit = orRefuse(() => form.openFile(name), refuse);
      const onPassed = (passed: number) => bytes.pass(passed);
      if (limit === undefined) stream.on('data', (chunk: Buffer) => onPassed(chunk.length));
      else receiving.push(receiveFile(name, { stream, name: filename, limitBytes: limit, onPassed }));
    });
    parser.on('partsLimit', () => refuse(malformed(`Form must contain at most ${maxParts} parts`)));
    parser.on('error', () => refuse(malformed('Body is not a valid form (multipart/form-data)')));
    parser.on('close', resolve);
    request.pipe(joiner).pipe(parser);

    async function receiveFile(name: string, file: Parameters<FileIntake['receive']>[0]): Promise<void> {
      try {
        form.addFile(name, await intake.receive(file));
      } catch (error) {
        refuse(error);
      }
    }
  });
}

function watchArrival(
  request: IncomingMessage,
  { bytes, limitBytes }: { readonly bytes: FormBytes; readonly limitBytes: number },
  refuse: (error: unknown) => void,
): void {
  let size = 0;
  request.on('data', (chunk: Buffer) => {
    if (bytes.isClosed) return freeBytes(chunk);
    size += chunk.length;
    if (size > limitBytes) refuse(new HttpError('payload_too_large'));
    else orRefuse(() => bytes.arrive(chunk.length), refuse);
  });
  request.on('close', () => {
    if (!request.complete) refuse(new RequestAborted());
  });
}

/** An error that a listener of the parser throws would end the process. */
function orRefuse<Result>(work: () => Result, refuse: (error: unknown) => void): Result | undefined {
  try {
    return work();
  } catch (error) {
    refuse(error);
    return undefined;
  }
}

function openParser({ headers }: IncomingMessage): busboy.Busboy {
  try {
    // The parser emits `partsLimit` when it reaches its limit, not when it exceeds it.
    const limits = { parts: maxParts + 1, fieldSize: maxTextBytes };
    return busboy({ headers, defParamCharset: 'utf8', limits });
  } catch {
    throw malformed('The Content-Type of a form needs a boundary; let your HTTP client write that header');
  }
}

function malformed(message: string): Error {
  return invalidParam('body', 'invalid_type', message);
}

/** Collects the parts of a form, each of which may occur once, and their validation errors. */
class Form {
  readonly #files: FileLimits;
  readonly #parts = new Map<string, string | UploadedFile>();
  readonly #errors = new Map<string, InvalidParam>();
  #textBytes = 0;

  constructor(files: FileLimits) {
    this.#files = files;
  }

  /** Throws `invalid_body_params` if the form has too much text. The beginning of a text that is too long is discarded. */
  addText(name = '', value: string, isCut: boolean): void {
    const text = isCut ? '' : value;
    this.#countText(name, text);
    if (isCut) this.#addError(name, 'too_big', `String must contain at most ${maxTextBytes} bytes`);
    if (this.#files.has(name)) this.#addError(name, 'invalid_type', 'Expected file, received string');
    this.#add(name, text);
  }

  /**
   * Returns the maximum size of the file; undefined for a file that the schema does not declare, whose bytes are
   * discarded. Throws `invalid_body_params` if the form has too much text.
   */
  openFile(name = ''): number | undefined {
    this.#countText(name, '');
    const limitBytes = this.#files.get(name);
    if (limitBytes === undefined) this.#addError(name, 'invalid_type', 'Expected string, received file');
    return this.#add(name, '') ? limitBytes : undefined;
  }

  addFile(name: string, file: UploadedFile): void {
    const isEmpty = Buffer.isBuffer(file.content) && file.content.length === 0;
    if (isEmpty) this.#addError(name, 'too_small', 'File must not be empty');
    this.#parts.set(name, file);
  }

  toBody(): RequestBody {
    const parts = [...this.#parts];
    const checked = parts.map(([name, part]) => [name, part instanceof UploadedFile ? ' ' : part]);
    return {
      body: Object.fromEntries(parts),
      checked: Object.fromEntries(checked),
      bodyBytes: 0,
      errors: this.#errors,
      mayBeUnstorable: true,
    };
  }

  #add(name: string, part: string): boolean {
    const isFirst = !this.#parts.has(name);
    if (isFirst) this.#parts.set(name, part);
    else this.#addError(name, 'too_big', 'Form must contain this part only once');
    return isFirst;
  }

  #countText(name: string, text: string): void {
    this.#textBytes += Buffer.byteLength(name) + Buffer.byteLength(text);
    if (this.#textBytes <= maxTextBytes) return;
    const message = `Texts of a form must together contain at most ${maxTextBytes} bytes, including the names of its parts`;
    throw invalidParam('body', 'too_big', message);
  }

  #addError(name: string, key: InvalidParamKey, message: string): void {
    this.#errors.set(toStorable(name) || 'body', { key, message });
  }
}
