// A program cannot import this: `@jest/globals` exists only while tests run.

export { bindLate, useResource } from './use-resource.js';
export { useConnections, useTestDatabase } from './use-test-database.js';
