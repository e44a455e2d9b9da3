export { decrypt, encrypt } from './aes-gcm.js';
export { findKeyWrapper } from './find-key-wrapper.js';
export {
  addLocalEncryptionKey,
  createEncryptionKey,
  encryptionKeyFile,
  readLocalEncryptionKeys,
} from './key-file.js';
export { EncryptionKeyError, type KeyContext, type KeyWrapper, type WrappedKey } from './key-wrapper.js';
export { type EncryptionKey, LocalKeyWrapper } from './local-key-wrapper.js';
export { formatEncryptionKey } from './parse-encryption-keys.js';
