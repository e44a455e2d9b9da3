/** Of a label that is made without one. */
export const defaultColor = '#64748B';

export const takenName = { path: 'name', message: 'Another label has this name' };
