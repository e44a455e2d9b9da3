import { setFlagsFromString } from 'node:v8';

/**
 * Limits the memory that V8 takes for speed that this process does not need. V8 reads these flags whenever it uses them, so they
 * are in force from here on. ADR 0017 shows what each saves and costs.
 */
export function limitMemory(): void {
  // Prisma keeps the plans of its queries, so its compiler, which is WebAssembly, is rarely called after the first requests.
  setFlagsFromString('--no-wasm-tier-up');
  setFlagsFromString('--no-wasm-dynamic-tiering');
}
