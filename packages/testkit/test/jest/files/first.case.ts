import { expect, it } from '@jest/globals';
import { useCounter } from './shared-hooks.js';

const counter = useCounter();
it('passes', () => expect(counter.ended()).toBe(0));
it('sees the hook of the first test', () => expect(counter.ended()).toBe(1));
