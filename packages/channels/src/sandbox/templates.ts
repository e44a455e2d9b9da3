import type { ChannelTemplates } from '../adapter/channel-adapter.js';
import { findErrors } from '../whatsapp/templates/submit-template.js';

/** The sandbox approves each template at once, except one whose name asks for a rejection. */
export const sandboxTemplates: ChannelTemplates = {
  accountOf: ({ type }) => (type === 'whatsapp' ? 'sandbox' : undefined),
  findErrors,
  async submit({ name, language, category }) {
    const state = name.includes('rejected')
      ? { status: 'rejected', rejectionReason: 'INVALID_FORMAT' }
      : { status: 'approved', rejectionReason: null };
    return { vendorId: `sandbox-${name}-${language}`, category, state };
  },
};
