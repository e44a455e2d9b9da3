export { onlyLong as default } from './jest.config.js';
