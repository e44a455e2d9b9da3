/** Every response and event with a contact contains all its handles. */
export const maxHandles = 100;
