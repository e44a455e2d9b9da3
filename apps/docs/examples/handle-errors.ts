import { createClient, isApiError } from '@parley/client';

const client = createClient({
  baseUrl: process.env.PARLEY_URL ?? 'http://localhost:3000',
  token: process.env.PARLEY_TOKEN ?? '',
});

try {
  await client.POST('/automations/{automationId}/trigger', {
    params: { path: { automationId: '0193a1e0-5c00-7000-8000-000000000082' } },
    body: { contactId: '0193a1e0-5c00-7000-8000-000000000021' },
  });
} catch (error) {
  if (isApiError(error, 'automation_not_active')) {
    console.log('The automation is still a draft: publish it first.');
  } else if (isApiError(error, 'invalid_body_params')) {
    for (const [path, { key, message }] of Object.entries(error.invalidParams)) {
      console.log(`${path}: ${key}, ${message}`);
    }
  } else {
    throw error;
  }
}
