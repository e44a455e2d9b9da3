import type { DefaultTheme } from 'vitepress';
import facts from '../../generated/facts.json' with { type: 'json' };
import operatorPages from '../../generated/operator-pages.json' with { type: 'json' };
import v2Pages from '../../generated/reference-pages/v2.json' with { type: 'json' };
import v3Pages from '../../generated/reference-pages/v3.json' with { type: 'json' };

export const nav: DefaultTheme.NavItem[] = [
  { text: 'Quick start', link: '/guides/quick-start' },
  { text: 'Guides', link: '/guides/authentication', activeMatch: '^/guides/(?!quick-start)' },
  { text: 'API reference', link: '/reference/v3', activeMatch: '^/reference/v3' },
  {
    text: `v${facts.v3.version}`,
    items: [
      { text: 'v3, the current version', link: '/reference/v3' },
      { text: 'v2, deprecated', link: '/reference/v2' },
      { text: 'Moving from v2 to v3', link: '/guides/migrating-from-v2' },
      { text: 'Changelog', link: '/changelog' },
    ],
  },
];

export const sidebar: DefaultTheme.SidebarItem[] = [
  {
    text: 'Start',
    items: [{ text: 'Quick start', link: '/guides/quick-start' }],
  },
  {
    text: 'Calling the API',
    items: [
      { text: 'Authentication and keys', link: '/guides/authentication' },
      { text: 'Errors', link: '/guides/errors' },
      { text: 'Rate limits', link: '/guides/rate-limits' },
      { text: 'Idempotency', link: '/guides/idempotency' },
      { text: 'Filtering and paging', link: '/guides/filtering-and-paging' },
      { text: 'Audit log', link: '/guides/audit-log' },
      { text: 'API usage', link: '/guides/api-usage' },
      { text: 'Command line', link: '/guides/command-line' },
      { text: 'Tools for models', link: '/guides/tools-for-models' },
      { text: 'Formats for tools', link: '/guides/formats-for-tools' },
    ],
  },
  {
    text: 'What you can build',
    items: [
      { text: 'Webhooks', link: '/guides/webhooks' },
      { text: 'Test your receiver', link: '/guides/test-your-receiver' },
      { text: 'Test with a sandbox', link: '/guides/test-with-a-sandbox' },
      { text: 'Feed of events', link: '/guides/event-feed' },
      { text: 'Stream of events', link: '/guides/event-stream' },
      { text: 'Chats and contacts', link: '/guides/chats-and-contacts' },
      { text: 'Messages', link: '/guides/messages' },
      { text: 'Message templates', link: '/guides/message-templates' },
      { text: 'Users and teams', link: '/guides/users-and-teams' },
      { text: 'Files', link: '/guides/files' },
      { text: 'Automations', link: '/guides/automations' },
      { text: 'Addresses', link: '/guides/addresses' },
      { text: 'Campaigns', link: '/guides/campaigns' },
      { text: 'Channels', link: '/guides/channels' },
      { text: 'Time zones', link: '/guides/time-zones' },
    ],
  },
  {
    text: 'Reference',
    items: [
      { text: 'API v3', link: '/reference/v3' },
      { text: 'API v2, deprecated', link: '/reference/v2' },
    ],
  },
  {
    text: 'Running the service',
    // Each incident has a page of its own, which the overview of incidents links to.
    items: operatorPages
      .filter(({ path }) => !/\/(?!index)/.test(path))
      .map(({ path, title }) => ({
        text: title,
        link: `/operations/${path.replace(/(?:index)?\.md$/, '')}`,
      })),
  },
  {
    text: 'Versions',
    items: [
      { text: 'Moving from v2 to v3', link: '/guides/migrating-from-v2' },
      { text: 'Tell us what you use', link: '/guides/tell-us-what-you-use' },
      { text: 'Changelog', link: '/changelog' },
    ],
  },
];

/** The sidebars by the beginning of the path. */
export const sidebars: DefaultTheme.SidebarMulti = {
  '/reference/v3': listReference('v3', v3Pages),
  '/reference/v2': listReference('v2', v2Pages),
  '/': sidebar,
};

/** Returns the pages of all operations and events of a version. */
export function listPages(version: 'v3' | 'v2'): DefaultTheme.SidebarItem[] {
  const pages = version === 'v3' ? v3Pages : v2Pages;
  return pages.map(({ title, link }) => ({ text: title, link }));
}

function listReference(version: string, pages: typeof v3Pages): DefaultTheme.SidebarItem[] {
  const tags = [...new Set(pages.map(({ tag }) => tag))];
  return [
    {
      text: `API ${version}`,
      items: [
        { text: 'All operations', link: `/reference/${version}` },
        { text: 'Try it', link: `/reference/try/${version}` },
      ],
    },
    ...tags.map((name) => ({
      text: name,
      items: pages.filter(({ tag }) => tag === name).map(({ title, link }) => ({ text: title, link })),
    })),
  ];
}
