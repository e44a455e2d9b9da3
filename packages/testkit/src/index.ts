export { createClock, type TestClock } from './clock.js';
export { createTestDatabase, type TestDatabase } from './database/create-test-database.js';
