/**
 * Loads what does not depend on the contract, which is most of the service, so that a process can have loaded it before the
 * contract is built. A test makes sure that no file of the contract is among it.
 */
import '@parley/api/app';
import '@parley/worker';
