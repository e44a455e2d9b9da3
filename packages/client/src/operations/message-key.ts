import type { paths as V2 } from '@parley/contract/v2';
import type { paths as V3 } from '@parley/contract/v3';
import type { ErrorKey } from './operation.js';

/** Every key of an error of the service. The last two belong to no operation; a wrong `baseUrl` can cause them. */
export type MessageKey = KeyOfPaths<V3> | KeyOfPaths<V2> | 'route_not_found' | 'method_not_allowed';

type KeyOfPaths<Paths> = {
  [Path in keyof Paths]: {
    [Method in keyof Paths[Path]]-?: ErrorKey<Paths[Path][Method]>;
  }[keyof Paths[Path]];
}[keyof Paths];
