export { type Sandbox, type SandboxOptions, startSandbox } from './start-sandbox.js';
