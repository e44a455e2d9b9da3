import { createClient } from '@parley/client';

const parley = createClient({
  baseUrl: process.env.PARLEY_URL ?? 'http://localhost:3000',
  token: process.env.PARLEY_TOKEN ?? '',
});

const file = await parley.POST('/files', {
  body: { file: new File(['Coffee 3.20\n'], 'price-list.txt', { type: 'text/plain' }) },
});
console.log(`${file.name} has ${file.size} bytes.`);

const content = await parley.GET('/files/{fileId}/download', { params: { path: { fileId: file.id } } });
console.log(await content.text());
