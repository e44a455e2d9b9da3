import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import type { SchemaEngine } from '@prisma/schema-engine-wasm';
import * as bindings from '@prisma/schema-engine-wasm/schema_engine_bg';
import pg from 'pg';
import { SchemaEnginePg } from './engine-adapter.js';
import { readSchema } from './read-schema.js';

/** No table of our own PostgreSQL schema is managed by another tool. */
export const noFilters = { externalTables: [], externalEnums: [] };

/** Runs `work` with Prisma's schema engine, as WebAssembly, connected to the database at `url`. */
export async function withSchemaEngine<T>(
  url: string,
  work: (engine: SchemaEngine) => Promise<T>,
): Promise<T> {
  await loadEngine();
  const schema = await readSchema();
  const datamodels = schema.files.map((file): [string, string] => [file.path, file.content]);
  const pool = new pg.Pool({ connectionString: url, max: 2, connectionTimeoutMillis: 10_000 });
  pool.on('error', () => undefined);
  const adapter = bindMigrationAwareSqlAdapterFactory(new SchemaEnginePg(pool));
  const engine = await bindings.SchemaEngine.new({ datamodels }, () => undefined, adapter);
  try {
    return await work(engine);
  } finally {
    engine.free();
    await pool.end();
  }
}

let loading: Promise<void> | undefined;

function loadEngine(): Promise<void> {
  loading ??= instantiateEngine();
  return loading;
}

/** Node has this type, but TypeScript declares it only with the types of a browser. */
declare const WebAssembly: {
  instantiate(
    bytes: Uint8Array,
    imports: Record<string, object>,
  ): Promise<{ instance: { exports: Record<string, unknown> } }>;
};

/** The package's entry imports the `.wasm` file as a module, which Node cannot do without a flag. */
async function instantiateEngine(): Promise<void> {
  const bindingsFile = createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm/schema_engine_bg');
  const bytes = await readFile(join(dirname(bindingsFile), 'schema_engine_bg.wasm'));
  const { instance } = await WebAssembly.instantiate(bytes, { './schema_engine_bg.js': engineImports() });
  bindings.__wbg_set_wasm(instance.exports);
  const start = instance.exports.__wbindgen_start;
  if (typeof start !== 'function') throw new Error('The schema engine has no start function.');
  start();
}

/** The engine never clears the timer of its lock, which would keep a finished process alive for ten seconds. */
function engineImports(): object {
  const setQuietTimeout = (callback: () => void, delayMs: number) => setTimeout(callback, delayMs).unref();
  return Object.fromEntries(
    Object.entries(bindings).map(([name, value]) => [
      name,
      name.startsWith('__wbg_setTimeout_') ? setQuietTimeout : value,
    ]),
  );
}
