import { count } from '@parley/spec/releases';
import { formatDay } from '../tables/lifetime.js';
import type { Subject } from './describe-changes.js';
import { describeRelease, type ResourceChanges } from './describe-release.js';
import type { Notes } from './read-notes.js';
import type { Release } from './read-releases.js';

export interface ChangelogOptions {
  readonly releases: readonly Release[];
  readonly subjects: ReadonlyMap<string, Subject>;
  /** By version and number: `v3-3.1.0`. */
  readonly notes: ReadonlyMap<string, Notes>;
}

/** A release as readers see it, on the page and in the feed. */
export interface ShownRelease {
  readonly version: string;
  /** The number of the release; null before it is released. */
  readonly number: string | null;
  readonly releasedOn: string | null;
  readonly title: string;
  readonly anchor: string;
  readonly introduction: string;
  readonly resources: readonly ResourceChanges[];
}

/** Describes the releases of one version of the API, newest first. */
export function listShownReleases({ releases, subjects, notes }: ChangelogOptions): ShownRelease[] {
  return releases.map((release) => {
    const { version, current, releasedOn } = release;
    const number = releasedOn === null ? null : current;
    return {
      version,
      number,
      releasedOn,
      title:
        releasedOn === null
          ? `The next release of ${version}`
          : `${version}: ${current}, ${formatDay(releasedOn)}`,
      anchor: releasedOn === null ? `${version}-next` : `${version}-${current.replaceAll('.', '-')}`,
      introduction: introduce(release),
      resources: describeRelease(release, { subjects, notes: notes.get(`${version}-${current}`) }),
    };
  });
}

/** Renders the releases as a part of a page. */
export function renderChangelog(options: ChangelogOptions): string {
  return listShownReleases(options)
    .map(({ title, anchor, introduction, resources }) => {
      const sections = resources.map(
        ({ resource, sentences }) =>
          `### ${resource} {#${anchor}-${slug(resource)}}\n\n${sentences.map((text) => `- ${text}`).join('\n')}`,
      );
      return [`## ${title} {#${anchor}}`, introduction, ...sections].join('\n\n');
    })
    .join('\n\n')
    .concat('\n');
}

function introduce({ released, releasedOn, added }: Release): string {
  if (releasedOn === null) return 'These changes are not released yet. This service already has them.';
  return released === null
    ? `The first release, with ${count(added.length, 'operation')}.`
    : `Compared with ${released}.`;
}

function slug(text: string): string {
  return text.toLowerCase().replaceAll(' ', '-');
}
