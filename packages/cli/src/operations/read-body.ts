import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { text } from 'node:stream/consumers';
import { CommandError } from '../command-error.js';

export interface BodyOptions {
  /** JSON, `@file` or `-` for stdin. */
  readonly data?: string | undefined;
  /** `name=text` or `name:=json`. */
  readonly field?: readonly string[] | undefined;
  /** A file to upload. */
  readonly file?: string | undefined;
}

/** Reads the body of a request; undefined if there is none. Fields are added to the JSON of `data`. */
export async function readBody({ data, field = [], file }: BodyOptions): Promise<unknown> {
  const json = data === undefined ? undefined : parseJson(await readData(data), '--data');
  if (field.length === 0 && file === undefined) return json;
  if (json !== undefined && (typeof json !== 'object' || json === null || Array.isArray(json)))
    throw new CommandError('Fields can only be added to a JSON object.');
  const fields = Object.fromEntries(field.map(readField));
  return { ...json, ...fields, ...(file !== undefined && { file: await openFile(file) }) };
}

async function readData(data: string): Promise<string> {
  if (data === '-') return text(process.stdin);
  return data.startsWith('@') ? (await readNamed(data.slice(1))).toString('utf8') : data;
}

function readField(field: string): [string, unknown] {
  const [, name = '', kind = '', value = ''] = /^([^=:]+)(:?=)(.*)$/s.exec(field) ?? [];
  if (name === '') throw new CommandError(`'${field}' is not like name=text or name:=json.`);
  return [name, kind === ':=' ? parseJson(value, name) : value];
}

function parseJson(json: string, name: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    throw new CommandError(`${name} is not JSON: ${error instanceof Error ? error.message : error}`);
  }
}

async function openFile(path: string): Promise<File> {
  const content = await readNamed(path);
  return new File([new Uint8Array(content)], basename(path));
}

async function readNamed(path: string): Promise<Buffer> {
  return readFile(path).catch((error: unknown) => {
    throw new CommandError(`${path} cannot be read: ${error instanceof Error ? error.message : error}`);
  });
}
