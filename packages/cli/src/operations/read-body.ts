import { readFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
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

/** Where `@file` and `-` are read from. */
interface Sources {
  readonly cwd: string;
  readonly stdin: NodeJS.ReadableStream;
}

/** Reads the body of a request; undefined if there is none. Fields are added to the JSON of `data`. */
export async function readBody({ data, field = [], file }: BodyOptions, sources: Sources): Promise<unknown> {
  const json = data === undefined ? undefined : parseJson(await readData(data, sources), '--data');
  if (field.length === 0 && file === undefined) return json;
  if (json !== undefined && (typeof json !== 'object' || json === null || Array.isArray(json)))
    throw new CommandError('Fields can only be added to a JSON object.');
  const fields = Object.fromEntries(field.map(readField));
  return { ...json, ...fields, ...(file !== undefined && { file: await openFile(file, sources.cwd) }) };
}

async function readData(data: string, { cwd, stdin }: Sources): Promise<string> {
  if (data === '-') return text(stdin);
  return data.startsWith('@') ? (await readNamed(data.slice(1), cwd)).toString('utf8') : data;
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

async function openFile(path: string, cwd: string): Promise<File> {
  const content = await readNamed(path, cwd);
  return new File([new Uint8Array(content)], basename(path));
}

async function readNamed(path: string, cwd: string): Promise<Buffer> {
  return readFile(resolve(cwd, path)).catch((error: unknown) => {
    throw new CommandError(`${path} cannot be read: ${error instanceof Error ? error.message : error}`);
  });
}
