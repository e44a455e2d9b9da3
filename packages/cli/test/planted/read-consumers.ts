import { fileURLToPath } from 'node:url';
import { listUses } from '../../src/uses/list-uses.js';
import { sections, type UsesFile } from '../../src/uses/uses-file.js';

const consumerNames = [
  'acme',
  'birch',
  'cedar',
  'dune',
  'elm',
  'fjord',
  'grove',
  'heath',
  'isle',
  'jade',
  'kelp',
  'lark',
];

const consumerOfV2 = 'fjord';

/** Reads the project of each consumer, as its own command would. */
export function readConsumers(): UsesFile[] {
  return consumerNames.map((consumer) => read(`${consumer}/tsconfig.json`, consumer));
}

/**
 * Reads the consumers of v3 as one project, and shares the uses out by folder: the compiler reads the client only once. In a project
 * that uses v2 as well, a use can belong to either.
 */
export function readConsumersAtOnce(): UsesFile[] {
  const all = read('tsconfig.json', 'all');
  return consumerNames.map((consumer) =>
    consumer === consumerOfV2 ? read(`${consumer}/tsconfig.json`, consumer) : selectUses(all, consumer),
  );
}

function read(config: string, consumer: string): UsesFile {
  return listUses({
    config: fileURLToPath(new URL(`../consumers/${config}`, import.meta.url)),
    consumer,
  });
}

function selectUses(all: UsesFile, consumer: string): UsesFile {
  const selected = sections.map((section) => {
    const own = Object.entries(all[section]).map(
      ([key, uses]) => [key, uses.filter(({ file }) => file.startsWith(`${consumer}/`))] as const,
    );
    return [section, Object.fromEntries(own.filter(([, uses]) => uses.length > 0))];
  });
  return { ...all, ...Object.fromEntries(selected), consumer };
}
