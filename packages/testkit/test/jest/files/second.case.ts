import { expect, it } from '@jest/globals';
import { countStorages } from './count-storages.js';
import { useCounter } from './shared-hooks.js';

const counter = useCounter();
it('passes as well', () => expect(counter.ended()).toBe(0));
it('sees its own hook', () => expect(counter.ended()).toBe(1));
it('passes on no storage of another file', () => expect(countStorages()).toBeLessThanOrEqual(1));
