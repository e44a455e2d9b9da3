import { drawGraph, selectRooms, selectWorkspaces } from './draw-graph.js';
import { readImports } from './read-imports.js';
import { buildRoomGraph } from './rooms.js';

const [workspace] = process.argv.slice(2);
const { imports } = await readImports(process.cwd());
const graph = workspace ? selectRooms(buildRoomGraph(imports), workspace) : selectWorkspaces(imports);
console.log(drawGraph(graph));
