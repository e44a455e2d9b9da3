import { expect, it } from '@jest/globals';
import { countStorages } from './count-storages.js';
import { useCounter } from './shared-hooks.js';

const counter = useCounter();
it('passes', () => expect(counter.ended()).toBe(0));
it('sees the hook of the first test', () => expect(counter.ended()).toBe(1));
it('passes on no storage of another file', () => expect(countStorages()).toBeLessThanOrEqual(1));
