export { buildPrograms } from './build-programs.js';
export { checkWebhook } from './client/check-webhook.js';
export { type AnyRequest, type AnyResponse, createClient, type TestClient } from './client/create-client.js';
export { expectStatus } from './client/expect-status.js';

export { createClock, type TestClock } from './clock.js';
export { chooseParent } from './database/choose-parent.js';
export { createTestDatabase, type TestDatabase } from './database/create-test-database.js';
export { cutConnections } from './database/cut-connections.js';
export { findInDatabase } from './database/find-in-database.js';
export { guardDatabase } from './database/guard-database.js';
export { recordRoundTrips } from './database/record-round-trips.js';
export { settleFeed } from './database/settle-feed.js';
export { type SilentProxy, startSilentProxy } from './database/silent-proxy.js';
export { type ReplicatedServers, startReplicatedServers } from './database/start-replicated-servers.js';
export { testEncryptionKeys, testKeys } from './database/test-keys.js';
export { findTestPort } from './find-test-port.js';
export * from './fixtures/index.js';
export { skewedClock } from './skewed-clock.js';
export { createToken, type TokenOptions, testSecret, tokenOf } from './tokens.js';
export { checkWire } from './wire/check-wire.js';
export {
  listOperations,
  requestFields,
  requestMediaTypes,
} from './wire/find-operation.js';
export { type ApiVersion, apiVersions } from './wire/versions.js';
