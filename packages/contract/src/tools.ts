export { tools } from './generated/tools.js';
export type { InputSchema, Tool, ToolHint } from './tool.js';
