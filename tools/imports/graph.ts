import { drawGraph, selectFolders, selectWorkspaces } from './draw-graph.js';
import { buildGraph, folderOf } from './import-graph.js';
import { readImports } from './read-imports.js';

const [workspace] = process.argv.slice(2);
const imports = readImports(process.cwd());
const graph = workspace ? selectFolders(buildGraph(imports, folderOf), workspace) : selectWorkspaces(imports);
console.log(drawGraph(graph));
