import type { ShownRelease } from './render-changelog.js';

/**
 * Renders the releases as an Atom feed (RFC 4287), newest first. What is not released has no date, so it is not in the
 * feed. Links are relative to the feed, since the build does not know the host.
 */
export function renderFeed(releases: readonly ShownRelease[]): string {
  const dated = releases
    .flatMap((release) =>
      release.releasedOn === null ? [] : [{ ...release, releasedOn: release.releasedOn }],
    )
    .toSorted((one, other) => other.releasedOn.localeCompare(one.releasedOn));
  const entries = dated.map(
    (release) => `  <entry>
    <id>urn:parley:changelog:${release.anchor}</id>
    <title>${escapeXml(release.title)}</title>
    <updated>${release.releasedOn}T00:00:00Z</updated>
    <link rel="alternate" type="text/html" href="changelog#${release.anchor}"/>
    <content type="html">${escapeXml(renderContent(release))}</content>
  </entry>`,
  );
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
  <id>urn:parley:changelog</id>
  <title>Changelog of the Parley API</title>
  <updated>${dated[0]?.releasedOn ?? '1970-01-01'}T00:00:00Z</updated>
  <author><name>Parley</name></author>
  <link rel="self" type="application/atom+xml" href="changelog.xml"/>
  <link rel="alternate" type="text/html" href="changelog"/>
${entries.join('\n')}
</feed>
`;
}

function renderContent({ introduction, resources }: ShownRelease): string {
  const sections = resources.map(({ resource, sentences }) => {
    const items = sentences.map((sentence) => `<li>${renderSentence(sentence)}</li>`);
    return `<h3>${escapeXml(resource)}</h3><ul>${items.join('')}</ul>`;
  });
  return `<p>${renderSentence(introduction)}</p>${sections.join('')}`;
}

/** Sentences have code and links to pages of the site. */
function renderSentence(text: string): string {
  return escapeXml(text)
    .replaceAll(/\[([^\]]+)\]\(\/([^)]+)\)/g, '<a href="$2">$1</a>')
    .replaceAll(/`([^`]+)`/g, '<code>$1</code>');
}

function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
