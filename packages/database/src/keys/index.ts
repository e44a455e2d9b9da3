export { decrypt, encrypt } from './aes-gcm.js';
export { findKeyWrapper } from './find-key-wrapper.js';
export {
  addLocalEncryptionKey,
  createEncryptionKey,
  encryptionKeyFile,
  readLocalEncryptionKeys,
} from './key-file.js';
export { EncryptionKeyError, type KeyWrapper, type WrappedKey } from './key-wrapper.js';
export { LocalKeyWrapper } from './local-key-wrapper.js';
export { formatEncryptionKey } from './parse-encryption-keys.js';
