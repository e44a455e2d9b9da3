import type { ValidationErrors } from '../../validation-errors.js';
import { handleKey } from '../import/plan-import.js';
import type { ContactWrite } from './contact-write.js';
import { addressesOf, addressPaths } from './read-change.js';
import type { ContactsToWrite } from './write-contacts.js';

/**
 * Creates the plan for one contact. Addresses of other contacts are added to the errors, and then all errors are
 * thrown.
 */
export function planOne(write: Omit<ContactWrite, 'newHandles'>, errors: ValidationErrors): ContactsToWrite {
  const handles = addressesOf(write.values);
  return {
    handles,
    async plan(owners) {
      for (const handle of handles) {
        const owner = owners.get(handleKey(handle));
        if (owner === undefined || owner === write.contactId) continue;
        errors.add(addressPaths[handle.type], 'not_unique', 'Another contact has this address');
      }
      errors.throwIfAny();
      const newHandles = handles.filter((handle) => !owners.has(handleKey(handle)));
      return [{ ...write, newHandles }];
    },
  };
}
