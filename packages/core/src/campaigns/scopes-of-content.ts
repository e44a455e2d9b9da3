import type { Audience } from './audience.js';

/** The parts of a campaign that name records whose content it sends, or that find its recipients. */
interface CampaignContent {
  readonly messageTemplateId?: string | null | undefined;
  readonly media?: object | null | undefined;
  readonly audience?: Audience | null | undefined;
}

/** Returns the scopes for what a campaign refers to, in addition to its own. */
export function scopesOfContent({ messageTemplateId, media, audience }: CampaignContent): readonly string[] {
  return [
    ...(messageTemplateId ? ['message_templates:read'] : []),
    ...(media ? ['files:read'] : []),
    ...(audience?.segmentId === undefined ? [] : ['segments:read']),
    // The recipients tell which contacts an expression finds, also one of a segment.
    ...(audience ? ['contacts:read'] : []),
  ];
}
