import type { paths as V2 } from '@parley/contract/v2';
import type { paths as V3 } from '@parley/contract/v3';
import type { ErrorKey } from './operation.js';

/** Every key that the service fails with. The last two come from outside of any operation, as from a wrong `baseUrl`. */
export type MessageKey = KeyOfPaths<V3> | KeyOfPaths<V2> | 'route_not_found' | 'method_not_allowed';

type KeyOfPaths<Paths> = {
  [Path in keyof Paths]: {
    [Method in keyof Paths[Path]]-?: ErrorKey<Paths[Path][Method]>;
  }[keyof Paths[Path]];
}[keyof Paths];
