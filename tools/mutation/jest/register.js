import { register } from 'node:module';

const { PARLEY_MUTANT } = process.env;
register('./loader.js', import.meta.url, { data: JSON.parse(PARLEY_MUTANT) });
