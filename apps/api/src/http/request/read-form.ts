import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import type { InvalidParam, InvalidParamKey } from '@parley/core';
import busboy from 'busboy';
import { parse } from 'content-type';
import { UploadedFile } from '../files/uploaded-file.js';
import { HttpError, RequestAborted } from '../response/http-error.js';
import { findUnstorableText } from '../validation/find-unstorable-text.js';
import { invalidParam } from '../validation/invalid-param.js';
import { toStorable } from '../validation/storable-text.js';
import { announcesBody, checkMediaType } from './read-body.js';
import { emptyBody, type RequestBody } from './request-body.js';

/** The parts of a form that are files, with the largest size of each in bytes. */
export type FileLimits = ReadonlyMap<string, number>;

export interface FormOptions {
  /** For the whole form, with the delimiters between its parts. */
  readonly limitBytes: number;
  readonly files: FileLimits;
}

const maxParts = 50;
const maxTextBytes = 64 * 1024;

/** Reads a form part by part. A part that is too large is refused as soon as that is known, and its bytes are dropped. */
export async function readForm(request: IncomingMessage, options: FormOptions): Promise<RequestBody> {
  if (!announcesBody(request)) return emptyBody();
  checkMediaType(request, isForm);
  if (Number(request.headers['content-length'] ?? 0) > options.limitBytes) {
    throw new HttpError('payload_too_large');
  }
  const form = new Form(options.files);
  await receive(request, form, options.limitBytes);
  return form.toBody();
}

function isForm(contentType: string): boolean {
  return parse(contentType).type === 'multipart/form-data';
}

function receive(request: IncomingMessage, form: Form, limitBytes: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const parser = openParser(request);
    let size = 0;
    const refuse = (error: Error) => {
      reject(error);
      // The rest is read and dropped, so that the caller can read the response.
      request.unpipe(parser).resume();
      parser.destroy();
    };
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > limitBytes) refuse(new HttpError('payload_too_large'));
    });
    request.on('close', () => {
      if (!request.complete) refuse(new RequestAborted());
    });
    parser.on('field', (name, value, { valueTruncated }) => form.addText(name, value, valueTruncated));
    parser.on('file', (name, stream, { filename }) => collect(stream, form.openFile(name, filename), refuse));
    parser.on('partsLimit', () => refuse(malformed(`Form must contain at most ${maxParts} parts`)));
    parser.on('error', () => refuse(malformed('Body is not a valid form (multipart/form-data)')));
    parser.on('close', resolve);
    request.pipe(parser);
  });
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

interface OpenFile {
  readonly limitBytes: number;
  readonly done: (bytes: Buffer, checksum: string) => void;
}

function collect(stream: Readable, file: OpenFile | undefined, refuse: (error: Error) => void): void {
  // It ends with an error when the form does, and the form reports it.
  stream.on('error', () => undefined);
  if (file === undefined) {
    stream.resume();
    return;
  }
  const hash = createHash('sha256');
  const chunks: Buffer[] = [];
  let size = 0;
  stream.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > file.limitBytes) return refuse(new HttpError('payload_too_large'));
    hash.update(chunk);
    chunks.push(chunk);
  });
  stream.on('end', () => file.done(Buffer.concat(chunks), hash.digest('hex')));
}

/** The parts of a form as they arrive, each of them once, and their validation errors. */
class Form {
  readonly #files: FileLimits;
  readonly #parts = new Map<string, string | UploadedFile>();
  readonly #errors = new Map<string, InvalidParam>();

  constructor(files: FileLimits) {
    this.#files = files;
  }

  addText(name = '', value: string, isCut: boolean): void {
    if (isCut) this.#addError(name, 'too_big', `String must contain at most ${maxTextBytes} bytes`);
    if (this.#files.has(name)) this.#addError(name, 'invalid_type', 'Expected file, received string');
    this.#add(name, value);
  }

  /** Undefined for a file that the schema does not have, whose bytes are dropped. */
  openFile(name = '', fileName: string | undefined): OpenFile | undefined {
    const limitBytes = this.#files.get(name);
    if (limitBytes === undefined) this.#addError(name, 'invalid_type', 'Expected string, received file');
    if (!this.#add(name, '') || limitBytes === undefined) return undefined;
    return {
      limitBytes,
      done: (bytes, checksum) => {
        if (bytes.length === 0) this.#addError(name, 'too_small', 'File must not be empty');
        this.#parts.set(name, new UploadedFile({ bytes, name: fileName, checksum }));
      },
    };
  }

  toBody(): RequestBody {
    const parts = [...this.#parts];
    const checked = parts.map(([name, part]) => [name, part instanceof UploadedFile ? ' ' : part]);
    return {
      body: Object.fromEntries(parts),
      checked: Object.fromEntries(checked),
      bodyBytes: 0,
      errors: new Map([...this.#errors, ...findUnstorableText(Object.fromEntries(checked))]),
    };
  }

  #add(name: string, part: string): boolean {
    const isFirst = !this.#parts.has(name);
    if (isFirst) this.#parts.set(name, part);
    else this.#addError(name, 'too_big', 'Form must contain this part only once');
    return isFirst;
  }

  #addError(name: string, key: InvalidParamKey, message: string): void {
    this.#errors.set(toStorable(name) || 'body', { key, message });
  }
}
