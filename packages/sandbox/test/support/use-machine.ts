import { afterAll, afterEach, beforeAll } from '@jest/globals';
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
  let state: Machine<Installed> | undefined;

  beforeAll(() => {
    const installed = install();
    state = { installed, partner: createPartner(installed.folder) };
  });
  afterEach(() => state?.partner.endPrograms());
  afterAll(() => state?.installed.remove());

  const ready = () => {
    if (!state) throw new Error('The machine exists only while tests run.');
    return state;
  };
  return {
    get partner() {
      return ready().partner;
    },
    get installed() {
      return ready().installed;
    },
  };
}
