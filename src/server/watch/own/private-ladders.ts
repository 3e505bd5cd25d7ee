import { type PrivateLadder, privateKey } from '../../../contract/watch/private-levels.ts'
import { privateId, privateSubject } from '../../../core/levels/row.ts'
import type { Place } from '../../../core/places/place.ts'
import type { Clock } from '../../../core/time/clock.ts'
import { DAY_MS, HOUR_MS } from '../../../core/time/durations.ts'
import { heldOrMade } from '../../../core/util/held-or-made.ts'
import type { WatchStore } from '../../history/watch-store.ts'

/** Maximum places with private levels: of a name, or of all viewers without one at an address, and in total. */
export const PRIVATE_EACH_MAX = 500
export const PRIVATE_MAX = 5_000
/** A viewer counts as at least so many places, which bounds the viewers too: each also has a list of rows. */
export const PRIVATE_VIEWER_MIN = 10
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
  let isStale = false

  function keep(viewer: string, { address, seenMs, ladders }: PrivateList, places: Iterable<string>): void {
    const states = [...places].map((place): [string, string | null] => {
      const ladder = ladders.get(place)
      const kept = ladder && ({ address, seenMs, ladder } satisfies KeptLadder)
      return [`${LIST}${viewer}/${place}`, kept ? JSON.stringify(kept) : null]
    })
    void store.write({ states })
  }

  function letGo(isGone: (viewer: string, list: PrivateList) => boolean): void {
    for (const [viewer, list] of [...lists].filter(([viewer, list]) => isGone(viewer, list))) {
      lists.delete(viewer)
      keep(viewer, { ...list, ladders: new Map() }, list.ladders.keys())
      isStale = true
    }
  }

  return {
    has: (viewer: string) => lists.has(viewer),
    count: () => inForce.size,
    /** Whether `subjectsAt` returns others than the last time. */
    isStale: () => isStale,
    /**
     * Adds a viewer's ladders within the limits; one beyond them removes the one it replaces. `address`: of a viewer
     * without a name.
     */
    ask(viewer: string, address: string | null, asked: readonly PrivateLadder[]): void {
      const nowMs = Math.floor(clock.now())
      const list = lists.get(viewer) ?? { address, seenMs: nowMs, ladders: new Map<string, PrivateLadder>() }
      const { ladders } = list
      const others = [...lists.values()].filter((other) => other !== list)
      const room = roomBeside(others, list.address)
      const changed = new Set<string>()
      for (const ladder of asked) {
        const { place, levels, weather } = ladder
        const held = ladders.get(place)
        if (held && keyOf(held) === keyOf(ladder)) continue
        if (ladders.delete(place)) changed.add(place)
        if (!(levels || weather) || ladders.size >= room) continue
        ladders.set(place, ladder)
        changed.add(place)
      }
      isStale ||= changed.size > 0
      const isSeen = nowMs - list.seenMs >= SEEN_TO_MS
      if (isSeen) list.seenMs = nowMs
      if (ladders.size === 0) lists.delete(viewer)
      else lists.set(viewer, list)
      const written = isSeen ? new Set([...changed, ...ladders.keys()]) : changed
      if (written.size > 0) keep(viewer, list, written)
    },
    /** Deletes ladders of viewers not seen for days. */
    forget: () => letGo((_, { seenMs }) => seenMs < clock.now() - PRIVATE_KEPT_MS),
    /** Deletes ladders of names not `isKnown`. */
    keepNamed: (isKnown: (viewer: string) => boolean) =>
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
      isStale = false
      return subjects
    },
    /** Keys of a viewer's active ladders. */
    judged: (viewer: string): string[] =>
      [...(lists.get(viewer)?.ladders.values() ?? [])]
        .filter((ladder) => inForce.get(privateId(viewer, ladder.place))?.own?.key === keyOf(ladder))
        .map(keyOf),
  }
}

const keys = new WeakMap<PrivateLadder, string>()

function keyOf(ladder: PrivateLadder): string {
  return heldOrMade(keys, ladder, () => privateKey(ladder))
}

/** Nowcasts are computed for the distances of the place only. */
function isComputed({ levels = [] }: PrivateLadder, { ringsKm }: Place): boolean {
  return levels.every(({ km, chance, expect }) =>
    [chance, expect].every((each) => !each || ringsKm.includes((each.km ?? km)!)),
  )
}

/** Maximum places of a viewer beside the others; `address` is that of a viewer without a name. */
function roomBeside(others: readonly PrivateList[], address: string | null): number {
  const count = (lists: readonly PrivateList[]) =>
    lists.reduce((sum, { ladders }) => sum + Math.max(PRIVATE_VIEWER_MIN, ladders.size), 0)
  const ofAddress = others.filter((other) => address !== null && other.address === address)
  const room = Math.min(PRIVATE_EACH_MAX - count(ofAddress), PRIVATE_MAX - count(others))
  return room < PRIVATE_VIEWER_MIN ? 0 : room
}
