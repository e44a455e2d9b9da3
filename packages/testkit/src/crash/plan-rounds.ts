export const victimNames = ['api', 'worker-1', 'worker-2', 'postgres'] as const;

export type VictimName = (typeof victimNames)[number];

/** One kill, or several that do not wait for the recovery from the previous one. */
export interface PlannedRound {
  readonly pauseMs: number;
  readonly kills: readonly PlannedKill[];
}

export interface PlannedKill {
  readonly victim: VictimName;
  /** The time since the previous kill; with `isWhileStarting`, since the start of the successor. */
  readonly afterMs: number;
  /** The victim was already killed in this round, and this kill hits its successor before it is ready. */
  readonly isWhileStarting: boolean;
}

/**
 * Plans all rounds of a run; the same seed yields the same plan. Two of five rounds have overlapping kills, and every
 * kind of round occurs.
 */
export function planRounds(random: () => number, count: number): readonly PlannedRound[] {
  const dealIsOverlapping = createDealer([true, true, false, false, false], random);
  const dealVictim = createDealer(victimNames, random);
  const dealOverlap = createDealer(overlaps, random);
  return Array.from({ length: count }, () => ({
    pauseMs: 200 + random() * 1_500,
    kills: planKills(dealIsOverlapping() ? dealOverlap() : [dealVictim()], random),
  }));
}

/** Plans three kills of each process, one after the other, for a service that has nothing to do. */
export function planIdleRounds(): readonly PlannedRound[] {
  return Array.from({ length: 3 }, () => victimNames).flatMap((victims) =>
    victims.map((victim) => ({ pauseMs: 1_000, kills: [{ victim, afterMs: 0, isWhileStarting: false }] })),
  );
}

/** A victim that is named twice is killed again while it is starting. */
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

/** This is so short that no process has recovered before the next kill. */
const longestGapMs = 250;

function planKills(victims: readonly VictimName[], random: () => number): PlannedKill[] {
  return shuffle(victims, random).map((victim, index, order) => ({
    victim,
    afterMs: index === 0 ? 0 : random() * longestGapMs,
    isWhileStarting: order.indexOf(victim) < index,
  }));
}

/** Returns every item once, in random order, before it shuffles again. */
function createDealer<Item>(items: readonly Item[], random: () => number): () => Item {
  let deck: Item[] = [];
  return () => {
    if (deck.length === 0) deck = shuffle(items, random);
    const item = deck.pop();
    if (item === undefined) throw new Error('There are no items.');
    return item;
  };
}

function shuffle<Item>(items: readonly Item[], random: () => number): Item[] {
  return items
    .map((item) => ({ item, order: random() }))
    .sort((a, b) => a.order - b.order)
    .map(({ item }) => item);
}
