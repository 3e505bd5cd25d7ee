import type { Logger } from 'pino'
import { readAirports, standardEndpoints } from '../../contract/standard.ts'
import { type Airport, airportFromRecord } from '../../core/airports/airport.ts'
import { withKnownNames } from '../../core/airports/airport-names.ts'
import { HOLD_MINUTES_DEFAULT, RINGS_DEFAULT_KM } from '../../core/airports/rings.ts'
import { type Place, placeOfAirport } from '../../core/places/place.ts'
import { type ReadPlaces, readPlaces } from '../../core/places/read-places.ts'
import { problemText } from '../../core/problems/problem.ts'
import type { Clock } from '../../core/time/clock.ts'
import { DAY_MS } from '../../core/time/durations.ts'
import { Emitter, type Unsubscribe } from '../../core/util/emitter.ts'
import { followFile, type Kept } from '../access/kept-file.ts'
import type { SettingsFaults } from '../faults/settings-faults.ts'
import type { Source } from '../sources/source.ts'

/** Everything that is guarded: the airports of the list, what `PLACES_FILE` has, and what was drawn on the page. */
export interface GuardedPlaces {
  list(): readonly Place[]
  onChange(listener: (places: readonly Place[]) => void): Unsubscribe
  /** Those that were drawn or imported on the page, by id. */
  drawn(): ReadonlyMap<string, Place>
  setDrawn(drawn: ReadonlyMap<string, Place>): void
  isOfFile(id: string): boolean
  /** Whether the list of airports has been had. */
  hasAirports(): boolean
  close(): void
}

const LIST_AGAIN_MS = DAY_MS
const LIST_RETRY_MS = 30_000
const NOT_HAD = 'not had'
/** Features of a file that are named in the log one by one. */
const NAMED = 20

/**
 * The airports are asked for once the source is there, and again each day; a place of the file that has the id of an
 * airport stands in its stead.
 */
export function createGuardedPlaces(deps: {
  source: Pick<Source, 'standard'>
  file: Kept<ReadPlaces>
  drawn?: ReadonlyMap<string, Place>
  clock: Clock
  log: Logger
  readText?: (path: string) => Promise<string>
  faults?: Pick<SettingsFaults, 'set'>
}): GuardedPlaces {
  const { source, clock, log, readText } = deps
  const changes = new Emitter<readonly Place[]>()
  let ofFile = deps.file.value.places
  let drawn = deps.drawn ?? new Map<string, Place>()
  let airports: readonly Place[] = []
  let listing = NOT_HAD
  let list = joined()
  let next = () => {}

  function joined(): readonly Place[] {
    const ids = new Set(ofFile.map(({ id }) => id))
    const others = [...drawn.values()].filter(({ id }) => !ids.has(id))
    for (const { id } of others) ids.add(id)
    return [...ofFile, ...others, ...airports.filter(({ id }) => !ids.has(id))]
  }

  function changed(): void {
    list = joined()
    changes.emit(list)
  }

  const file = followFile({
    ...{ name: 'PLACES_FILE', kept: deps.file, parse: readPlaces, clock, log, readText, faults: deps.faults },
    partsLeftOut: ({ problems }) => problems,
    taken({ places, problems }) {
      for (const problem of problems.slice(0, NAMED))
        log.warn({ problem: problemText(problem) }, 'invalid feature of PLACES_FILE skipped')
      if (problems.length > NAMED)
        log.warn({ features: problems.length }, 'more invalid features of PLACES_FILE skipped')
      ofFile = places
      changed()
    },
  })

  async function askForAirports(): Promise<void> {
    try {
      const found = await airportsOf(source)
      const text = JSON.stringify(found)
      if (text !== listing) {
        listing = text
        airports = found.map((airport) => placeOfAirport(airport, RINGS_DEFAULT_KM, HOLD_MINUTES_DEFAULT))
        changed()
      }
      next = clock.after(LIST_AGAIN_MS, askAgain)
    } catch {
      // The source says in the log what is wrong with it.
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
    hasAirports: () => listing !== NOT_HAD,
    isOfFile: (id) => ofFile.some((place) => place.id === id),
    close() {
      next()
      file.close()
    },
  }
}

/** The airports of a source's list; throws where it is not had. */
export async function airportsOf(source: Pick<Source, 'standard'>): Promise<Airport[]> {
  const { status, body } = await source.standard('airports', {})
  const data = status === 200 && typeof body === 'object' && body !== null && 'data' in body ? body.data : null
  const { stations } = standardEndpoints.airports.data.parse(data)
  const { records, dropped, complaint } = readAirports(stations)
  // A list with no readable row is not an empty list.
  if (records.length === 0 && dropped > 0) throw new Error(`None of ${dropped} airports can be read: ${complaint}.`)
  return records.map((record) => withKnownNames(airportFromRecord(record)))
}
