import { contractVersions, type VersionName } from '../list-entries.js';
import { listSubjects } from './list-subjects.js';
import { readNotes } from './read-notes.js';
import { readReleases } from './read-releases.js';
import type { ChangelogOptions } from './render-changelog.js';

/** Reads everything from which the changelogs of the versions are rendered. */
export async function readChangelogs(): Promise<Record<VersionName, ChangelogOptions>> {
  const [releases, notes] = await Promise.all([readReleases(), readNotes()]);
  const { v3, v2 } = contractVersions;
  return {
    v3: { releases: releases.v3, notes, subjects: listSubjects(v3) },
    v2: { releases: releases.v2, notes, subjects: listSubjects(v2) },
  };
}
