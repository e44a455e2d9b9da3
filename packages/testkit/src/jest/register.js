import { register } from 'node:module';

register('./resolve-globals.js', import.meta.url);
