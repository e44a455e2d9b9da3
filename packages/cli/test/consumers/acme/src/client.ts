import { createClient } from '@parley/client';

export const parley = createClient({ baseUrl: 'http://localhost:3000', token: 'token' });
