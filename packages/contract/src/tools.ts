export { tools } from './generated/tools.js';
export type { ToolHint } from './operation.js';
export type { InputSchema, Tool } from './tool.js';
