import { drawGraph, selectFolders, selectWorkspaces } from './draw-graph.js';
import { buildFolderGraph } from './folder-graph.js';
import { readImports } from './read-imports.js';

const [workspace] = process.argv.slice(2);
const { imports } = await readImports(process.cwd());
const graph = workspace ? selectFolders(buildFolderGraph(imports), workspace) : selectWorkspaces(imports);
console.log(drawGraph(graph));
