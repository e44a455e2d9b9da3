export { type ErasureResult, erasePerson } from './erase-person.js';
export { expectedTables } from './expected-tables.js';
