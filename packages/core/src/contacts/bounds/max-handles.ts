/** Every response and event with a contact contains all its handles. */
export const maxHandles = 100;

export const tooManyHandles = `A contact can have at most ${maxHandles} addresses`;
