import { readFile } from 'node:fs/promises';
import { isObject, type JsonObject } from '@parley/validation';
import { request } from 'undici';
import { parse } from 'yaml';
import { ConformanceError } from '../errors/conformance-error.js';
import { messageOf } from '../errors/message-of.js';

/** Reads a document, JSON or YAML, from a file or a URL. */
export async function loadDocument(source: string): Promise<JsonObject> {
  return parseDocument(await readSource(source), source);
}

export function parseDocument(text: string, source: string): JsonObject {
  let document: unknown;
  try {
    // JSON.parse is much faster, and a YAML parser refuses repeated keys, which JSON allows.
    document = /^\s*\{/.test(text) ? JSON.parse(text) : parse(text, { maxAliasCount: -1, logLevel: 'error' });
  } catch (error) {
    throw new ConformanceError(`${source} is neither JSON nor YAML: ${messageOf(error)}`);
  }
  if (!isObject(document)) throw new ConformanceError(`${source} is not an OpenAPI document.`);
  return document;
}

async function readSource(source: string): Promise<string> {
  try {
    if (!/^https?:\/\//i.test(source)) return await readFile(source, 'utf8');
    const { statusCode, body } = await request(source);
    const text = await body.text();
    if (statusCode === 200) return text;
    throw new Error(`the status was ${statusCode}`);
  } catch (error) {
    throw new ConformanceError(`The document ${source} cannot be read: ${messageOf(error)}`);
  }
}
