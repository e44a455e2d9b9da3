/** The parts of a campaign that name records whose content it sends. */
interface CampaignContent {
  readonly messageTemplateId?: string | null | undefined;
  readonly media?: object | null | undefined;
}

/** Returns the scopes for what a campaign refers to, in addition to its own. */
export function scopesOfContent({ messageTemplateId, media }: CampaignContent): readonly string[] {
  return [...(messageTemplateId ? ['message_templates:read'] : []), ...(media ? ['files:read'] : [])];
}
