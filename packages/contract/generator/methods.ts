import type { HttpMethod } from '../src/operation.js';

export const methods: readonly HttpMethod[] = ['get', 'put', 'post', 'delete', 'patch'];
