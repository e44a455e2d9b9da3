import { afterEach } from '@jest/globals';
import { useResource } from '@parley/testkit/hooks';
import { createPartner, type Partner } from './partner.js';

export interface Installation {
  /** A project with nothing but the packages. */
  readonly folder: string;
  remove(): void;
}

/** The machine of a partner. Read it only inside tests. */
export interface Machine<Installed extends Installation = Installation> {
  readonly partner: Partner;
  readonly installed: Installed;
}

export function useMachine<Installed extends Installation>(install: () => Installed): Machine<Installed> {
  const machine = useResource(
    async () => {
      const installed = install();
      return { installed, partner: createPartner(installed.folder) };
    },
    ({ installed }) => installed.remove(),
  );
  afterEach(() => machine.partner.endPrograms());
  return machine;
}
