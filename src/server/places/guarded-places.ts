import type { Logger } from 'pino'
import { goodBody, unreadable } from '../../client/http/answer-body.ts'
import { firstComplaint } from '../../contract/complaint.ts'
import { readAirports, standardEndpoints } from '../../contract/standard.ts'
import type { Level } from '../../contract/watch/levels.ts'
import { AT_FAULTS } from '../../contract/watch/rights.ts'
import { type Airport, airportFromRecord } from '../../core/airports/airport.ts'
import { withKnownNames } from '../../core/airports/airport-names.ts'
import { type RulesEntry, shorterOuterHold } from '../../core/levels/ladder-of.ts'
import { goneProblem, locatePlaces, nowhereProblem } from '../../core/places/locate-places.ts'
import {
  type Place,
  type PlaceGeometry,
  placeOfAirport,
  type StatedPlace,
  withLadders,
} from '../../core/places/place.ts'
import { type ReadPlaces, readPlaces } from '../../core/places/read-places.ts'
import { problemText } from '../../core/problems/problem-text.ts'
import type { Clock } from '../../core/time/clock.ts'
import { DAY_MS } from '../../core/time/durations.ts'
import { Emitter, type Unsubscribe } from '../../core/util/emitter.ts'
import { heldOrMade } from '../../core/util/held-or-made.ts'
import { messageOf } from '../../core/util/message-of.ts'
import { followFile, type Kept } from '../settings/kept-file.ts'
import { readRules } from '../settings/rules-file.ts'
import type { SettingsFaults } from '../settings/settings-faults.ts'
import type { Source } from '../sources/source.ts'
import { createUnknownPlacesLog } from './unknown-places.ts'

/**
 * All monitored places: listed airports, `PLACES_FILE`, and places drawn on the page. Each has its levels, from its own
 * settings and `RULES_FILE`.
 */
export interface GuardedPlaces {
  list(): readonly Place[]
  onChange(listener: (places: readonly Place[]) => void): Unsubscribe
  /** Places drawn or imported on the page, by id, as entered. */
  drawn(): ReadonlyMap<string, StatedPlace>
  setDrawn(drawn: ReadonlyMap<string, StatedPlace>): void
  isOfFile(id: string): boolean
  /** Whether the list of airports is still pending and may contain such a place. */
  isAwaited(place: { id: string; group: string | null }): boolean
  close(): void
}

const LIST_AGAIN_MS = DAY_MS
const LIST_RETRY_MS = 30_000
const NOT_HAD = 'not had'
/** A single failure is retried first, as during a start. */
const FAILURES_LOGGED = 2
/** Features of a file logged individually. */
const NAMED = 20
const NAMED_LENGTH = 200

/**
 * Requests the airports once the source is available, then daily; a place of the file with an airport's id replaces it.
 */
export function createGuardedPlaces(deps: {
  source: Pick<Source, 'standard'>
  file: Kept<ReadPlaces>
  rules: Kept<readonly RulesEntry[]>
  drawn?: ReadonlyMap<string, StatedPlace>
  clock: Clock
  log: Logger
  readText?: (path: string) => Promise<string>
  faults?: Pick<SettingsFaults, 'set'>
}): GuardedPlaces {
  const { source, clock, log, readText, faults } = deps
  const changes = new Emitter<readonly Place[]>()
  let ofFile = deps.file.value.places
  let rules = deps.rules.value
  /** A place keeps its identity until it or the rules change. */
  let withLevels = new WeakMap<Place, Place>()
  let drawn = deps.drawn ?? new Map<string, StatedPlace>()
  let airports: readonly Place[] = []
  let listing = NOT_HAD
  let failures = 0 // consecutive
  let nowhere: readonly StatedPlace[] = []
  let gone: readonly StatedPlace[] = []
  /** Where references of places were last, by their ids. */
  let references = new Map<string, PlaceGeometry>()
  let told = ''
  const logUnknown = createUnknownPlacesLog('RULES_FILE', log)
  let list = joined()
  let next = () => {}

  function joined(): readonly Place[] {
    const ids = new Set(ofFile.map(({ id }) => id))
    const others = [...drawn.values()].filter(({ id }) => !ids.has(id))
    for (const { id } of others) ids.add(id)
    const located = locatePlaces([...ofFile, ...others, ...airports.filter(({ id }) => !ids.has(id))], references)
    nowhere = located.nowhere
    gone = located.gone
    references = new Map(
      located.places.flatMap(({ at, geometry }) => (at === undefined ? [] : [[at, geometry] as const])),
    )
    return located.places.map((place) => heldOrMade(withLevels, place, () => withLadders(place, rules)))
  }

  function changed(): void {
    list = joined()
    tellNowhere()
    changes.emit(list)
  }

  /** Reports places and rules that refer to unknown places, once the airports are known. */
  function tellNowhere(): void {
    const isPending = listing === NOT_HAD
    if (!isPending)
      logUnknown(
        rules.flatMap((entry) => entry.places),
        list,
      )
    const skipped = isPending ? [] : nowhere.map(nowhereProblem)
    const kept = isPending ? [] : gone.map(goneProblem)
    faults?.set(AT_FAULTS, [...skipped, ...kept])
    const texts = [...skipped, ...kept].map((problem) => problemText(problem))
    if (texts.join() === told) return
    told = texts.join()
    for (const problem of skipped.slice(0, NAMED))
      log.warn({ problem: problemText(problem) }, 'place skipped: unknown reference place')
    for (const problem of kept.slice(0, NAMED))
      log.warn({ problem: problemText(problem) }, 'reference place missing: its last known position is monitored')
  }

  const file = followFile({
    name: 'PLACES_FILE',
    kept: deps.file,
    parse: readPlaces,
    clock,
    log,
    readText,
    faults,
    partsLeftOut: ({ problems }) => problems,
    taken({ places, problems }) {
      const monitored = new Set<string | null>(places.map(({ id }) => id))
      for (const problem of problems.slice(0, NAMED))
        log.error(
          { problem: problemText(problem) },
          problem.code !== 'id-twice' && monitored.has(problem.where.id)
            ? 'place of PLACES_FILE is monitored without an invalid part'
            : 'feature of PLACES_FILE is not monitored',
        )
      if (problems.length > NAMED) log.error({ problems: problems.length }, 'more problems in features of PLACES_FILE')
      warnOfHolds(
        'PLACES_FILE',
        places.map(({ id, stated }) => ({ of: id, levels: stated?.levels })),
      )
      ofFile = places
      changed()
    },
  })
  const rulesFile = followFile({
    name: 'RULES_FILE',
    kept: deps.rules,
    parse: readRules,
    clock,
    log,
    readText,
    faults,
    taken(entries) {
      warnOfHolds(
        'RULES_FILE',
        entries.map(({ places, levels }) => ({ of: places.join(), levels })),
      )
      rules = entries
      withLevels = new WeakMap()
      changed()
    },
  })

  /** Allowed but rarely intended: an outer level that ends before an inner one. */
  function warnOfHolds(
    setting: string,
    ladders: readonly { of: string; levels: readonly Level[] | undefined }[],
  ): void {
    const found = ladders.flatMap(({ of, levels = [] }) => {
      const pair = shorterOuterHold(levels)
      return pair ? [{ of: of.slice(0, NAMED_LENGTH), ...pair }] : []
    })
    for (const { of, inner, outer } of found.slice(0, NAMED)) {
      const holdMin = { [inner.id]: inner.holdMin, [outer.id]: outer.holdMin }
      log.warn({ setting, places: of, holdMin }, 'outer level has a shorter hold time than an inner one')
    }
  }

  async function askForAirports(): Promise<void> {
    try {
      const found = await airportsOf(source)
      const text = JSON.stringify(found)
      if (text !== listing) {
        listing = text
        airports = found.map((airport) => placeOfAirport(airport))
        changed()
      }
      if (failures >= FAILURES_LOGGED) log.info('list of airports received')
      failures = 0
      next = clock.after(LIST_AGAIN_MS, askAgain)
    } catch (error) {
      const effect = listing === NOT_HAD ? 'no airport is monitored' : 'the previous list stays in use'
      if (++failures === FAILURES_LOGGED)
        log.error({ error: messageOf(error) }, `list of airports not received, retrying: ${effect}`)
      next = clock.after(LIST_RETRY_MS, askAgain)
    }
  }

  function askAgain(): void {
    void askForAirports()
  }

  next = clock.after(0, askAgain)
  return {
    list: () => list,
    onChange: (listener) => changes.subscribe(listener),
    drawn: () => drawn,
    setDrawn(next) {
      drawn = next
      changed()
    },
    isAwaited: ({ id, group }) =>
      listing === NOT_HAD && (group === 'airports' || nowhere.some((place) => place.id === id)),
    isOfFile: (id) => ofFile.some((place) => place.id === id),
    close() {
      next()
      file.close()
      rulesFile.close()
    },
  }
}

/** The airports of a source's list; throws if it is unavailable. */
export async function airportsOf(source: Pick<Source, 'standard'>): Promise<Airport[]> {
  const { status, body } = await source.standard('airports', {})
  const path = standardEndpoints.airports.path
  const { data } = Object(goodBody({ status, body }, path)) as { data?: unknown }
  const read = standardEndpoints.airports.data.safeParse(data)
  if (!read.success) throw unreadable(path, firstComplaint(read.error))
  const { stations } = read.data
  const { records, dropped, complaint } = readAirports(stations)
  // A list with no readable row is not an empty list.
  if (records.length === 0 && dropped > 0) throw new Error(`None of ${dropped} airports can be read: ${complaint}.`)
  return records.map((record) => withKnownNames(airportFromRecord(record)))
}
