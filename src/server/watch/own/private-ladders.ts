import { type PrivateLadder, privateKey } from '../../../contract/watch/private-levels.ts'
import { privateId, privateSubject } from '../../../core/levels/row.ts'
import type { Place } from '../../../core/places/place.ts'
import type { Clock } from '../../../core/time/clock.ts'
import { DAY_MS, HOUR_MS } from '../../../core/time/durations.ts'
import { heldOrMade } from '../../../core/util/held-or-made.ts'
import type { WatchStore } from '../../history/watch-store.ts'

/** Limits of ladders per viewer, of viewers in total and per address, and of ladders in total. */
export const PRIVATE_EACH_MAX = 400
export const PRIVATE_VIEWERS_MAX = 500
export const PRIVATE_VIEWERS_OF_ADDRESS_MAX = 50
export const PRIVATE_MAX = 5_000
/** All viewers without a name at one address together. */
export const PRIVATE_OF_ADDRESS_MAX = 500
/** Ladders of a viewer without requests for this time are deleted. */
export const PRIVATE_KEPT_MS = 3 * DAY_MS
/** Write interval for the time a viewer was last seen. */
const SEEN_TO_MS = HOUR_MS
const LIST = 'private/'

/** A viewer's ladders by place; `address` is that of a viewer without a name. */
interface PrivateList {
  address: string | null
  /** Unix ms. */
  seenMs: number
  ladders: Map<string, PrivateLadder>
}

/** Stored form of a ladder: all ladders of a viewer in one text would be too long. */
interface KeptLadder extends Omit<PrivateList, 'ladders'> {
  ladder: PrivateLadder
}

/** Viewer rules, kept through restarts, evaluated as additional subjects of the level engine. */
export async function openPrivateLadders(deps: { store: Pick<WatchStore, 'states' | 'write'>; clock: Clock }) {
  const { store, clock } = deps
  const lists = new Map<string, PrivateList>()
  for (const [key, text] of await store.states(LIST)) {
    const { address, seenMs, ladder } = JSON.parse(text) as KeptLadder // stored by ourselves
    const viewer = key.slice(0, key.indexOf('/'))
    const list = heldOrMade(lists, viewer, () => ({ address, seenMs, ladders: new Map<string, PrivateLadder>() }))
    list.seenMs = Math.max(list.seenMs, seenMs)
    list.ladders.set(ladder.place, ladder)
  }
  let inForce = new Map<string, Place>()

  function keep(viewer: string, { address, seenMs, ladders }: PrivateList, places: Iterable<string>): void {
    const states = [...places].map((place): [string, string | null] => {
      const ladder = ladders.get(place)
      return [
        `${LIST}${viewer}/${place}`,
        ladder ? JSON.stringify({ address, seenMs, ladder } satisfies KeptLadder) : null,
      ]
    })
    void store.write({ states })
  }

  function letGo(isGone: (viewer: string, list: PrivateList) => boolean): boolean {
    const gone = [...lists].filter(([viewer, list]) => isGone(viewer, list))
    for (const [viewer, list] of gone) {
      lists.delete(viewer)
      keep(viewer, { ...list, ladders: new Map() }, list.ladders.keys())
    }
    return gone.length > 0
  }

  return {
    has: (viewer: string) => lists.has(viewer),
    count: () => inForce.size,
    /**
     * Adds a viewer's ladders within the limits; returns whether anything changed. `address`: of a viewer without a
     * name.
     */
    ask(viewer: string, address: string | null, asked: readonly PrivateLadder[], isListed: (place: string) => boolean) {
      if (isFull(lists, viewer, address)) return false
      const nowMs = Math.floor(clock.now())
      const list = lists.get(viewer) ?? { address, seenMs: nowMs, ladders: new Map<string, PrivateLadder>() }
      const room = roomFor(list, [...lists.values()])
      const changed = takeIn(list.ladders, asked, room, isListed)
      const isSeen = nowMs - list.seenMs >= SEEN_TO_MS
      if (isSeen) list.seenMs = nowMs
      if (list.ladders.size === 0) lists.delete(viewer)
      else lists.set(viewer, list)
      const written = isSeen ? new Set([...changed, ...list.ladders.keys()]) : changed
      if (written.size > 0) keep(viewer, list, written)
      return changed.size > 0
    },
    /** Deletes ladders of viewers not seen for days; returns whether there were any. */
    forget: (): boolean => letGo((_, { seenMs }) => seenMs < clock.now() - PRIVATE_KEPT_MS),
    /** Deletes ladders of names not `isKnown`; returns whether there were any. */
    keepNamed: (isKnown: (viewer: string) => boolean): boolean =>
      letGo((viewer, { address }) => address === null && !isKnown(viewer)),
    /** Follows the places; returns the viewers' subjects there. */
    subjectsAt(places: readonly Place[]): Place[] {
      const byId = new Map(places.map((place) => [place.id, place]))
      const subjects = [...lists].flatMap(([viewer, { ladders }]) =>
        [...ladders.values()].flatMap((ladder) => {
          const place = byId.get(ladder.place)
          if (!place || !isComputed(ladder, place)) return []
          return [privateSubject({ place, viewer, key: keyOf(ladder) }, ladder)]
        }),
      )
      inForce = new Map(subjects.map((subject) => [subject.id, subject]))
      return subjects
    },
    /** Keys of a viewer's active ladders. */
    judged: (viewer: string): string[] =>
      [...(lists.get(viewer)?.ladders.values() ?? [])]
        .filter((ladder) => inForce.get(privateId(viewer, ladder.place))?.own?.key === keyOf(ladder))
        .map(keyOf),
  }
}

export type PrivateLadders = Awaited<ReturnType<typeof openPrivateLadders>>

const keys = new WeakMap<PrivateLadder, string>()

function keyOf(ladder: PrivateLadder): string {
  return heldOrMade(keys, ladder, () => privateKey(ladder))
}

/** Adds ladders within the limits; a ladder beyond them removes the one it replaces. Returns the changed places. */
function takeIn(
  ladders: Map<string, PrivateLadder>,
  asked: readonly PrivateLadder[],
  room: number,
  isListed: (place: string) => boolean,
): Set<string> {
  let left = room
  const changed = new Set<string>()
  for (const ladder of asked) {
    const held = ladders.get(ladder.place)
    if (held && keyOf(held) === keyOf(ladder)) continue
    if (held) left += countOf(held)
    if (ladders.delete(ladder.place)) changed.add(ladder.place)
    if (countOf(ladder) === 0 || countOf(ladder) > left || !isListed(ladder.place)) continue
    left -= countOf(ladder)
    ladders.set(ladder.place, ladder)
    changed.add(ladder.place)
  }
  return changed
}

/** Nowcasts are computed for the distances of the place only. */
function isComputed({ levels = [] }: PrivateLadder, { ringsKm }: Place): boolean {
  return levels.every(({ km, chance, expect }) =>
    [chance, expect].every((each) => !each || ringsKm.includes((each.km ?? km)!)),
  )
}

function countOf({ levels, weather }: PrivateLadder): number {
  return Number(levels !== undefined) + Number(weather !== undefined)
}

function countAll(lists: Iterable<PrivateList>): number {
  let count = 0
  for (const { ladders } of lists) for (const ladder of ladders.values()) count += countOf(ladder)
  return count
}

/** Remaining ladders of a list, within the limits of its address and in total. */
function roomFor(list: PrivateList, lists: readonly PrivateList[]): number {
  const ofAddress = list.address === null ? [] : lists.filter(({ address }) => address === list.address)
  return Math.min(
    PRIVATE_EACH_MAX - countAll([list]),
    PRIVATE_OF_ADDRESS_MAX - countAll(ofAddress),
    PRIVATE_MAX - countAll(lists),
  )
}

function isFull(lists: ReadonlyMap<string, PrivateList>, viewer: string, address: string | null): boolean {
  if (lists.has(viewer)) return false
  const ofAddress = address === null ? 0 : [...lists.values()].filter((each) => each.address === address).length
  return lists.size >= PRIVATE_VIEWERS_MAX || ofAddress >= PRIVATE_VIEWERS_OF_ADDRESS_MAX
}
