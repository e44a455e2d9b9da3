/**
 * This module is loaded when the first provider is called. It names what it imports: when a bundle loads a library without ES
 * modules dynamically, the library has only a default export.
 */
export { request } from 'undici';
