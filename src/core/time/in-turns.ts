import { type Clock, delay } from './clock.ts'

/** What `each` makes of all items, so many in one go: in between, others have a turn. Null where it is over before the end. */
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
