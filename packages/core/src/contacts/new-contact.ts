import type { ContactChange } from './writing/contact-change.js';

export interface NewContact extends ContactChange {
  readonly labelIds?: readonly string[];
}
