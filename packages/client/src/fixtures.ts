/** The examples of the contract, for tests: `chat({ status: 'closed' })`, `messageReceived()`. */
export * from './generated/fixtures.js';
