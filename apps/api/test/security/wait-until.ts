export { waitUntil } from '@parley/testkit/wait-until';
