export const victimNames = ['api', 'worker-1', 'worker-2', 'postgres'] as const;

export type VictimName = (typeof victimNames)[number];

/** One kill, or several of which none waits for the recovery from the one before. */
export interface PlannedRound {
  readonly pauseMs: number;
  readonly kills: readonly PlannedKill[];
}

export interface PlannedKill {
  readonly victim: VictimName;
  /** Since the kill before it, or, while it is starting, since it was started again. */
  readonly afterMs: number;
  /** It has been killed in this round already, and its successor is not to get ready. */
  readonly isWhileStarting: boolean;
}

/** All rounds of a run, the same for the same seed. Two of five have kills that overlap, and all shapes take turns. */
export function planRounds(random: () => number, count: number): readonly PlannedRound[] {
  const dealIsOverlapping = createDealer([true, true, false, false, false], random);
  const dealVictim = createDealer(victimNames, random);
  const dealOverlap = createDealer(overlaps, random);
  return Array.from({ length: count }, () => ({
    pauseMs: 200 + random() * 1_500,
    kills: planKills(dealIsOverlapping() ? dealOverlap() : [dealVictim()], random),
  }));
}

/** One that is named twice is killed again while it is starting. */
const overlaps: readonly (readonly VictimName[])[] = [
  ['worker-1', 'worker-2'],
  ['api', 'worker-1'],
  ['postgres', 'worker-2'],
  ['postgres', 'api'],
  ['postgres', 'api', 'worker-1', 'worker-2'],
  ['api', 'api'],
  ['worker-1', 'worker-1'],
  ['postgres', 'postgres'],
];

/** Short enough that no process is back before the next one goes. */
const longestGapMs = 250;

function planKills(victims: readonly VictimName[], random: () => number): PlannedKill[] {
  return shuffle(victims, random).map((victim, index, order) => ({
    victim,
    afterMs: index === 0 ? 0 : random() * longestGapMs,
    isWhileStarting: order.indexOf(victim) < index,
  }));
}

/** Deals every item once, in an order by chance, before it shuffles again. */
function createDealer<Item>(items: readonly Item[], random: () => number): () => Item {
  let deck: Item[] = [];
  return () => {
    if (deck.length === 0) deck = shuffle(items, random);
    const item = deck.pop();
    if (item === undefined) throw new Error('There is nothing to deal.');
    return item;
  };
}

function shuffle<Item>(items: readonly Item[], random: () => number): Item[] {
  return items
    .map((item) => ({ item, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);
}
