import { register } from 'node:module';

register('./loader.js', import.meta.url, { data: process.env.PARLEY_MUTATION_SOURCES });
