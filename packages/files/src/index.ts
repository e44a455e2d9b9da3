export { observeFiles } from './observe-files.js';
export { type FileSettings, openFileStorage } from './open-file-storage.js';
