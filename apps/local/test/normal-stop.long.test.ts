import { it, jest } from '@jest/globals';
import { expectSilentEndsUnderLoad } from './support/normal-stop.js';

jest.setTimeout(120_000);

it('a normal stop of a worker under load, and then of the API, logs no error', () =>
  expectSilentEndsUnderLoad(({ api, worker }) => [[worker], [api]]));
