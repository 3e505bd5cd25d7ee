import { isRingRule, type OwnReportRule, type OwnRule, ownRuleKey } from '../../../contract/watch/own-watch.ts'
import type { Place } from '../../../core/places/place.ts'
import type { Clock } from '../../../core/time/clock.ts'
import { DAY_MS, HOUR_MS } from '../../../core/time/durations.ts'
import { Emitter, type Unsubscribe } from '../../../core/util/emitter.ts'
import type { WatchStore } from '../../history/watch-store.ts'
import type { GuardedPlaces } from '../../places/guarded-places.ts'

/** Rules of one viewer, viewers in all and of one address, and rules in all. */
export const OWN_RULES_EACH_MAX = 400
export const OWN_VIEWERS_MAX = 500
export const OWN_VIEWERS_OF_ADDRESS_MAX = 50
export const OWN_RULES_MAX = 5_000
/** All viewers together that come from one address without a name. */
export const OWN_RULES_OF_ADDRESS_MAX = 500
/** What no page of theirs has asked for for so long is let go. */
export const OWN_KEPT_MS = 3 * DAY_MS
/** Strikes of before are read again for rules that are new: not more often than so. */
const TAKES_FORCE_EVERY_MS = 15_000
const LOOK_EVERY_MS = 5_000
/** When a rule was last asked for is written down to the hour. */
const SEEN_TO_MS = HOUR_MS
const LIST = 'own-list/'

type KeptRule = OwnRule & {
  /** Unix ms. */
  seenMs: number
}

/** The rules of a viewer by their keys; `address` is where those came from who have no name. */
interface OwnList {
  address: string | null
  rules: Map<string, KeptRule>
}

/** An airport of the list that a viewer goes by a rule of their own for; `id` is that of the rule in force, and of no other. */
interface InForce<Rule extends OwnRule = OwnRule> {
  id: string
  place: Place
  viewer: string
  key: string
  rule: Rule
}
export type OwnReportRuleInForce = InForce<OwnReportRule>

/**
 * What viewers chose otherwise than the server, kept through restarts. Rings and hold times are places that a watch can go over:
 * each is an airport of the list with rings and a hold time of a viewer's own.
 */
export async function openOwnRules(deps: {
  store: Pick<WatchStore, 'states' | 'write'>
  places: Pick<GuardedPlaces, 'list' | 'onChange'>
  clock: Clock
}) {
  const { store, clock } = deps
  const changes = new Emitter<readonly Place[]>()
  const reportChanges = new Emitter<void>()
  const lists = new Map([...(await store.states(LIST))].map(([viewer, text]) => [viewer, readList(text)]))
  let airports = airportsOf(deps.places.list())
  let inForce = rulesOf(lists, airports)
  let isStale = false
  let areRingsStale = false
  let tookForceMs = Number.NEGATIVE_INFINITY

  const guarded = () => [...inForce.values()].filter(({ rule }) => isRingRule(rule)).map(({ place }) => place)

  function outdate(rules: Iterable<OwnRule>): void {
    for (const rule of rules) {
      isStale = true
      areRingsStale ||= isRingRule(rule)
    }
  }

  function takeForce(): void {
    if (!isStale || clock.monotonicMs() - tookForceMs < TAKES_FORCE_EVERY_MS) return
    isStale = false
    tookForceMs = clock.monotonicMs()
    inForce = rulesOf(lists, airports)
    reportChanges.emit()
    if (!areRingsStale) return
    areRingsStale = false
    changes.emit(guarded())
  }

  function keep(viewer: string, list: OwnList): void {
    const isEmpty = list.rules.size === 0
    if (isEmpty) lists.delete(viewer)
    else lists.set(viewer, list)
    const text = JSON.stringify({ address: list.address, rules: [...list.rules.values()] })
    void store.write({ states: [[LIST + viewer, isEmpty ? null : text]] })
  }

  function forget(): void {
    const sinceMs = clock.now() - OWN_KEPT_MS
    for (const [viewer, list] of [...lists]) letGo(viewer, list, oldOf(list, sinceMs))
  }

  function letGo(viewer: string, list: OwnList, keys: readonly string[]): void {
    if (keys.length === 0) return
    outdate(keys.flatMap((key) => list.rules.get(key) ?? []))
    for (const key of keys) list.rules.delete(key)
    keep(viewer, list)
  }

  const stops: Unsubscribe[] = [
    deps.places.onChange((list) => {
      airports = airportsOf(list)
      for (const { rules } of lists.values()) outdate(rules.values())
    }),
    clock.every(LOOK_EVERY_MS, takeForce),
    clock.every(HOUR_MS, forget),
  ]
  return {
    list: guarded,
    onChange: (listener: (places: readonly Place[]) => void) => changes.subscribe(listener),
    /** Those that are judged by reports. */
    ofReports: (): OwnReportRuleInForce[] => [...inForce.values()].filter(isOfReports),
    /** Whether somebody still goes by it, be it in force or not. */
    isKept: (id: string): boolean => isIn(lists, id),
    onReportRules: (listener: () => void) => reportChanges.subscribe(listener),
    /** The rule in force of that id, which that of a place has that is guarded now. */
    ruleOf: (id: string) => inForce.get(id) ?? null,
    viewers: () => lists,
    /** Goes by rules of a viewer's, as far as there is room. `address`: of who has no name. */
    ask(viewer: string, address: string | null, asked: readonly OwnRule[]): void {
      if (isFull(lists, viewer, address)) return
      const list = lists.get(viewer) ?? { address, rules: new Map<string, KeptRule>() }
      const room = roomFor(list, [...lists.values()])
      const isListed = ({ place }: OwnRule) => airports.has(place)
      const { isChanged, added } = takeIn(list.rules, asked, { room, isListed, nowMs: Math.floor(clock.now()) })
      if (!isChanged) return
      outdate(added)
      keep(viewer, list)
      takeForce()
    },
    /** Lets go of the rules of those who come by a name, but of `isKnown` ones. */
    keepNamed(isKnown: (viewer: string) => boolean): void {
      for (const [viewer, list] of [...lists]) {
        if (list.address === null && !isKnown(viewer)) letGo(viewer, list, [...list.rules.keys()])
      }
    },
    /** Which of a viewer's rules are in force; those of rings where these are watched over. */
    judged: (viewer: string, hasRings: boolean): string[] =>
      [...(lists.get(viewer)?.rules.keys() ?? [])].filter((key) => isJudged(inForce.get(idOf(viewer, key)), hasRings)),
    close() {
      for (const stop of stops) stop()
    },
  }
}

/** What is gone by of viewers' own, by its id. */
function rulesOf(lists: ReadonlyMap<string, OwnList>, airports: ReadonlyMap<string, Place>): Map<string, InForce> {
  const all = new Map<string, InForce>()
  for (const [viewer, { rules }] of lists) {
    for (const [key, rule] of rules) {
      const airport = airports.get(rule.place)
      if (!airport) continue
      const id = idOf(viewer, key)
      const rings = isRingRule(rule) ? { ringsKm: rule.ringsKm, holdMin: rule.holdMin } : {}
      all.set(id, { id, place: { ...airport, id, ...rings }, viewer, key, rule })
    }
  }
  return all
}

/** Takes rules into a list, as far as there is room; those that are there were asked for again. */
function takeIn(
  rules: Map<string, KeptRule>,
  asked: readonly OwnRule[],
  { room, isListed, nowMs }: { room: number; isListed(rule: OwnRule): boolean; nowMs: number },
) {
  const added: OwnRule[] = []
  let isChanged = false
  for (const rule of asked) {
    const key = ownRuleKey(rule)
    const known = rules.get(key)
    if (known ? nowMs - known.seenMs < SEEN_TO_MS : added.length >= room || !isListed(rule)) continue
    rules.set(key, { ...rule, seenMs: nowMs })
    isChanged = true
    if (!known) added.push(rule)
  }
  return { isChanged, added }
}

function isOfReports(taken: InForce): taken is OwnReportRuleInForce {
  return !isRingRule(taken.rule)
}

function isJudged(taken: InForce | undefined, hasRings: boolean): boolean {
  return taken !== undefined && (hasRings || !isRingRule(taken.rule))
}

function isIn(lists: ReadonlyMap<string, OwnList>, id: string): boolean {
  const [viewer = '', key = ''] = id.split('/')
  return lists.get(viewer)?.rules.has(key) === true
}

/** The keys of rules that nobody has asked for since a moment, Unix ms. */
function oldOf({ rules }: OwnList, sinceMs: number): string[] {
  return [...rules].filter(([, { seenMs }]) => seenMs < sinceMs).map(([key]) => key)
}

/** How many more rules a list may have, beside those of its address and of all. */
function roomFor({ address, rules }: OwnList, lists: readonly OwnList[]): number {
  const ofAddress = address === null ? [] : lists.filter((each) => each.address === address)
  return Math.min(
    OWN_RULES_EACH_MAX - rules.size,
    OWN_RULES_OF_ADDRESS_MAX - countOf(ofAddress),
    OWN_RULES_MAX - countOf(lists),
  )
}

function countOf(lists: Iterable<OwnList>): number {
  let count = 0
  for (const { rules } of lists) count += rules.size
  return count
}

function isFull(lists: ReadonlyMap<string, OwnList>, viewer: string, address: string | null): boolean {
  if (lists.has(viewer)) return false
  const ofAddress = address === null ? 0 : [...lists.values()].filter((each) => each.address === address).length
  return lists.size >= OWN_VIEWERS_MAX || ofAddress >= OWN_VIEWERS_OF_ADDRESS_MAX
}

function idOf(viewer: string, key: string): string {
  return `${viewer}/${key}`
}

/** What stands in an airport's stead has rings of its own, which nobody changes for themselves. */
function airportsOf(places: readonly Place[]): Map<string, Place> {
  return new Map(places.filter(({ group }) => group === 'airports').map((place) => [place.id, place]))
}

/** A text that we wrote ourselves. */
function readList(text: string): OwnList {
  const { address, rules } = JSON.parse(text) as { address: string | null; rules: KeptRule[] }
  return { address, rules: new Map(rules.map((rule) => [ownRuleKey(rule), rule])) }
}
