/** A place in the feed: after the event with this position and id. Positions are texts, since they exceed safe integers. */
export interface FeedPosition {
  readonly position: string;
  readonly id: string;
}

export const lowestId = '00000000-0000-0000-0000-000000000000';

/** Before the first position, and after the position of test events. */
export const feedBeginning: FeedPosition = { position: '0', id: lowestId };

export function isLater(one: FeedPosition, other: FeedPosition): boolean {
  const [first, second] = [BigInt(one.position), BigInt(other.position)];
  return first > second || (first === second && one.id > other.id);
}
