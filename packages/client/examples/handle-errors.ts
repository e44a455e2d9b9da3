import { ApiError, createClient } from '@parley/client';

const parley = createClient({
  baseUrl: process.env.PARLEY_URL ?? 'http://localhost:3000',
  token: process.env.PARLEY_TOKEN ?? '',
});

// With exceptions:
try {
  await parley.POST('/labels', { body: { name: '', color: 'purple' } });
} catch (error) {
  if (!(error instanceof ApiError)) throw error;
  switch (error.messageKey) {
    case 'invalid_body_params':
      for (const [name, { message }] of Object.entries(error.invalidParams))
        console.log(`${name}: ${message}`);
      break;
    case 'forbidden':
      console.log(`The token lacks the scope ${error.requiredScope}.`);
      break;
    default:
      console.log(`${error.message}. Retry after: ${error.retryAfter ?? 'never'}`);
  }
}

// Without exceptions:
const result = await parley.raw.GET('/contacts/{contactId}', { params: { path: { contactId: 'unknown' } } });
if (result.ok) {
  console.log(result.data.displayName);
} else if (result.error.messageKey === 'contact_not_found') {
  console.log(`There is no such contact (request ${result.requestId}).`);
} else {
  throw result.error;
}
