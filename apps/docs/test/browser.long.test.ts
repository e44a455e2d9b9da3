import { expect, it, jest } from '@jest/globals';
import { describeLargePage } from './browser/describe-large-page.js';
import { describePages, describePhone } from './browser/describe-pages.js';
import { describeReference } from './browser/describe-reference.js';
import { describeTrying } from './browser/describe-trying.js';
import { describeTables, describeWidths } from './browser/describe-widths.js';
import { describeWithBrowser } from './support/browser.js';
import { useBrowserSite } from './support/browser-site.js';
import { kindsOfPages, listPages } from './support/pages.js';

jest.setTimeout(90_000);

const pages = await listPages();

/** A phone, a tablet and a desk. */
const widths = [390, 820, 1440];

describeWithBrowser('every page of the site in a browser', () => {
  const site = useBrowserSite({ hasPictures: true });

  it('is more than one of each kind', () => {
    expect(pages).toEqual(expect.arrayContaining(kindsOfPages));
  });

  describePages(site, pages);
  describePhone(site, pages);
  describeTrying(site);
  describeLargePage(site);
  describeReference(site);
  describeTables(site, widths);
  describeWidths(site, {
    widths,
    pages: [
      'guides/migrating-from-v2',
      'guides/formats-for-tools',
      'changelog',
      'reference/v3',
      'reference/v3/sendMessage',
    ],
  });
});
