import { workspaceOf } from './import-graph.js';
import { floorsOfCore, workspaces } from './layers.js';
import type { Import } from './read-imports.js';

/** Returns what to do about each rule that an import breaks. */
export function listAdvice({ from, specifier, to }: Import): string[] {
  const [own, other] = [workspaceOf(from), workspaceOf(to)];
  if (own === undefined) return [];
  const advice: string[] = [];
  if (other !== undefined && other !== own && specifier.startsWith('.'))
    advice.push('Import the workspace by its name (@parley/…), and export from its index what you need.');
  if (other === own && !specifier.startsWith('.') && !from.includes('/examples/'))
    advice.push('Import a file of the same workspace by its path. The name of the workspace closes a cycle.');
  if (to.startsWith('prisma/') && own !== 'local') advice.push('Only apps/local imports from prisma/.');
  return [...advice, ...checkLayer(own, other), ...checkFloor(from, to)];
}

function checkLayer(own: string, other: string | undefined): string[] {
  const allowed = workspaces[own];
  if (allowed === undefined)
    return ['Add to tools/imports/layers.ts what this workspace may import, and add it to ADR 0018.'];
  if (other === undefined || other === own || allowed.includes(other)) return [];
  const listed = allowed.length > 0 ? `only from ${allowed.join(', ')}` : 'from no other workspace';
  return [
    `${own} imports ${listed}. Move the code to a workspace that may import it, ` +
      'or change tools/imports/layers.ts and ADR 0018.',
  ];
}

function checkFloor(from: string, to: string): string[] {
  const [own, other] = [folderOfCore(from), folderOfCore(to)];
  if (own === undefined) return [];
  const floor = floorsOfCore.findIndex((folders) => folders.includes(own));
  if (floor === -1) return ['Give this folder of core a floor in tools/imports/layers.ts.'];
  if (other === undefined || other === own) return [];
  if (floorsOfCore.slice(0, floor).some((folders) => folders.includes(other))) return [];
  return [
    'A folder of core imports only from the floors below its own (tools/imports/layers.ts). ' +
      'Move what both need to a lower floor, or the use case to a higher one.',
  ];
}

function folderOfCore(file: string): string | undefined {
  return /^packages\/core\/src\/(.+)\/[^/]+$/.exec(file)?.[1];
}
