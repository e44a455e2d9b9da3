import { defineConfig } from 'vitepress';
import { codeClasses } from './code-classes.js';
import { finishPage } from './finish-page.js';
import { finishSite } from './finish-site.js';
import { linkMarkdown } from './link-markdown.js';
import { nav, sidebars } from './navigation.js';
import { linkOperations } from './operation-links.js';
import { indexPage } from './search-index.js';

/** The path at which the site is served; the API serves it at /docs. */
const base = process.env.DOCS_BASE ?? '/docs/';

export default defineConfig({
  lang: 'en',
  title: 'Parley',
  description: 'Conversations over WhatsApp, SMS, email and Instagram, by one contract.',
  base,
  srcDir: 'pages',
  outDir: 'dist',
  cacheDir: 'generated/cache',
  cleanUrls: true,
  // The data of the site is in a separate file instead of a script in every page.
  metaChunk: true,
  head: [
    ['link', { rel: 'icon', type: 'image/svg+xml', href: `${base}logo.svg` }],
    ['link', { rel: 'stylesheet', href: `${base}code.css` }],
    [
      'link',
      { rel: 'alternate', type: 'application/atom+xml', title: 'Changelog', href: `${base}changelog.xml` },
    ],
    ['meta', { name: 'color-scheme', content: 'light dark' }],
  ],
  // Replaces a style attribute.
  appearance: { disableTransition: false },
  contentProps: { class: 'page-content' },
  markdown: {
    // Themes with enough contrast for every colour on the background of the site.
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-default' },
    languageAlias: { mjs: 'js' },
    codeTransformers: [codeClasses],
    config: (md) => md.use(linkOperations),
  },
  themeConfig: {
    logo: { src: '/logo.svg', width: 24, height: 24, alt: '' },
    nav,
    sidebar: sidebars,
    outline: [2, 3],
    externalLinkIcon: true,
    footer: { message: 'Everything on this site is generated from the contract or tested against it.' },
    search: {
      provider: 'local',
      options: {
        _render: indexPage,
        // The accessible name of the button equals its text.
        translations: { button: { buttonAriaLabel: '' } },
      },
    },
  },
  transformHtml: (html, _, { page }) => finishPage(linkMarkdown(html, base, page), base),
  buildEnd: ({ outDir }) => finishSite(outDir),
});
