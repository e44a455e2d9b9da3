import { checkConformance, renderReport } from './src/index.js';
import { shopDocument } from './test/planted/shop-document.js';
import { startShop } from './test/planted/shop-server.js';

const shop = await startShop();
const report = await checkConformance({
  document: shopDocument,
  baseUrl: shop.url,
  token: shop.token,
  seed: 7,
  strict: true,
  bodyLimit: 'x-limit',
  requestsPerOperation: 150,
});
console.log(renderReport(report));
await shop.stop();
