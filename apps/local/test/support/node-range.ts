/** The range of `engines` as text. */
export const nodeRange = 'Node 20 (20.19 or newer), 22 (22.12 or newer) or 24 and newer';
