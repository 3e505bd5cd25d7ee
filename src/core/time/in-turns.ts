import { type Clock, delay } from './clock.ts'

/** Maps all items in batches, yielding in between. Null if cancelled before the end. */
export async function inTurns<Item, Made>(
  items: readonly Item[],
  each: (item: Item) => readonly Made[],
  how: { atOnce: number; clock: Clock; isOver(): boolean },
): Promise<Made[] | null> {
  const made: Made[] = []
  for (let from = 0; from < items.length; from += how.atOnce) {
    if (from > 0) await delay(how.clock, 0)
    if (how.isOver()) return null
    made.push(...items.slice(from, from + how.atOnce).flatMap(each))
  }
  return made
}
