import type { Context } from '../context.js';
import { type FileReference, resolveFile } from '../files/resolve-file-urls.js';
import type { Transaction } from '../sql/transact.js';
import type { CampaignProblem } from './campaign-problem.js';

/** Media that the caller names, and the public URL of the service. */
export interface CampaignMedia extends FileReference {
  readonly publicUrl: string;
}

export interface ResolvedMedia {
  /** Undefined when the request has no media, or when the file does not exist. */
  readonly mediaFileId: string | null | undefined;
  readonly problems: readonly CampaignProblem[];
}

/** Finds the file that a campaign names. */
export async function resolveMedia(
  transaction: Transaction,
  context: Context,
  media: CampaignMedia | null | undefined,
): Promise<ResolvedMedia> {
  if (!media) return { mediaFileId: media, problems: [] };
  const { publicUrl, ...reference } = media;
  const problems: CampaignProblem[] = [];
  const errors = { add: (...problem: CampaignProblem) => void problems.push(problem) };
  const fileId = await resolveFile(transaction, context, { reference, path: 'media', publicUrl, errors });
  return { mediaFileId: fileId ?? undefined, problems };
}
