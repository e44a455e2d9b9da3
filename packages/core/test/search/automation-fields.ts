import { automations } from '../../src/index.js';

export const { fields } = automations;

export const someId = '0193a1e0-5c00-7000-8000-000000000041';
