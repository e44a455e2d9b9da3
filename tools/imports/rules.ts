import type { IForbiddenRuleType } from 'dependency-cruiser';
import { floorsOfCore, workspaces } from './layers.js';

/** Lists the rules of dependency-cruiser. The comment of a rule is advice for an import that violates it. */
export function listRules(): IForbiddenRuleType[] {
  return [
    ...generalRules,
    ...Object.entries(workspaces).map(([name, allowed]) => workspaceRule(name, allowed)),
    ...floorsOfCore.map(floorRule),
  ];
}

const generalRules: readonly IForbiddenRuleType[] = [
  {
    name: 'cycle-of-files',
    severity: 'error',
    comment: 'These files import one another. Move what they share to a separate file.',
    from: {},
    to: { circular: true },
  },
  {
    name: 'path-into-workspace',
    severity: 'error',
    comment: 'Import the workspace by its name (@parley/…), and export from its index what you need.',
    from: { path: '^((?:packages|apps)/[^/]+)/' },
    to: { path: '^(packages|apps|spec)/', pathNot: '^$1/', dependencyTypes: ['local'] },
  },
  {
    name: 'seed',
    severity: 'error',
    comment: 'Only apps/local imports from prisma/.',
    from: { path: '^(packages|apps)/', pathNot: '^apps/local/' },
    to: { path: '^prisma/' },
  },
  {
    name: 'workspace-without-layer',
    severity: 'error',
    comment: 'Add to tools/imports/layers.ts what this workspace may import, and add it to ADR 0018.',
    from: {
      path: '^(packages|apps)/',
      pathNot: `^(packages|apps)/(${Object.keys(workspaces).join('|')})/`,
    },
    to: {},
  },
  {
    name: 'folder-without-floor',
    severity: 'error',
    comment: 'Give this folder of core a floor in tools/imports/layers.ts.',
    from: { path: '^packages/core/src/.+/', pathNot: floorsOfCore.map(inFloor) },
    to: {},
  },
];

function workspaceRule(name: string, allowed: readonly string[]): IForbiddenRuleType {
  const names = [name, ...allowed].join('|');
  const listed = allowed.length > 0 ? `only from ${allowed.join(', ')}` : 'from no other workspace';
  return {
    name: `imports-of-${name}`,
    severity: 'error',
    comment:
      `${name} imports ${listed}. Move the code to a workspace that may import it, ` +
      'or change tools/imports/layers.ts and ADR 0018.',
    from: { path: `^(packages/|apps/|)${name}/` },
    to: {
      path: '^((packages|apps)/|spec/|@parley/)',
      pathNot: `^((packages/|apps/|)(${names})/|@parley/(${names})(/|$))`,
    },
  };
}

function floorRule(floor: readonly string[], index: number): IForbiddenRuleType {
  const below = floorsOfCore.slice(0, index).flat();
  return {
    name: `floor-of-${floor.join('-and-')}`.replaceAll('/', '-'),
    severity: 'error',
    comment:
      'A folder of core imports only from the floors below its own (tools/imports/layers.ts). ' +
      'Move what both need to a lower floor, or the use case to a higher one.',
    from: { path: inFloor(floor) },
    to: {
      path: '^packages/core/src/.+/',
      pathNot: [...(below.length > 0 ? [inFloor(below)] : []), '^packages/core/src/$1/[^/]+$'],
    },
  };
}

/** Returns the files directly in one of these folders. */
function inFloor(folders: readonly string[]): string {
  return `^packages/core/src/(${folders.join('|')})/[^/]+$`;
}
