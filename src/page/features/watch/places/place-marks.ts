import type { Feature, Geometry } from 'geojson'
import type { PlaceState as PlaceLevels } from '../../../../contract/watch/place-states.ts'
import type { HoldTimer } from '../../../../core/airports/lightning-hold-timer.ts'
import { drawnGeometry } from '../../../../core/places/place-shape.ts'
import { ladderTone } from '../../../airport/level-tone.ts'
import type { HoldTimerStore } from '../../../live/airports/hold-timer-store.ts'
import type { ShapedPlace } from '../../../live/places/place-store.ts'

/** State of a place's mark: unobserved is not calm. */
type MarkState = 'alarm' | 'alert' | 'not-watched' | 'quiet'

export type LadderState = Pick<PlaceLevels, 'level' | 'levels' | 'observed'>

/** The data of a mark besides its name. */
interface Told {
  state: string
  text: string
}

/** The lightning ladder of a place. */
export interface LevelTexts {
  state: LadderState
  text(): string
}

export interface MarkChange {
  id: string
  addOrUpdateProperties: { key: string; value: string }[]
}

/** What the mark of an exception was made of, besides the time. */
interface MadeOf {
  isStruck: boolean
  levels: unknown
  /** Its text counts down, or its state is unknown: it may change each second. */
  isPassing: boolean
}

/**
 * Marks of thousands of places. Places without strikes in the hold time and without a level on or possible share one
 * state, so that each second only exceptions, and those of the second before, are looked at, and evaluated if their
 * strikes, levels or count-downs changed; the others only when the shared state changes.
 */
export function createPlaceMarks(deps: {
  places: readonly ShapedPlace[]
  holdTimers: Pick<HoldTimerStore, 'read' | 'readAtRest' | 'struck'>
  nameOf(place: ShapedPlace): string
  textOf(holdTimer: HoldTimer | null): string
  /** The places with levels on or possible, and the levels of a place: null if unknown, or all off. */
  triggered(): readonly string[]
  levelsOf(id: string, isStruck: boolean): LevelTexts | null
  /**
   * At present, a value for each place, equal while its levels change by time alone: the same function while all values
   * are equal; and whether data arrive, of all.
   */
  versions(): (id: string) => unknown
  feed(): unknown
  /** Whether texts are shown at all at present, and whether that of a place is. */
  areTextsShown(): boolean
  isSeen(place: ShapedPlace): boolean
}) {
  const { places, holdTimers, nameOf, areTextsShown, isSeen } = deps
  const byId = new Map(places.map((place) => [place.id, place]))
  const holds = [...new Set(places.map(({ holdMin }) => holdMin))]
  const tell = createTeller(deps.textOf)
  const drawn = new Map<string, string>()
  /** Places with strikes, with a level on or possible, or without data at the last evaluation. */
  const apart = new Map<string, MadeOf>()
  let struckOf: readonly string[] = []
  let struck: ReadonlySet<string> = new Set()
  let restDrawn = ''
  let feed: unknown = null
  let versionOf: ((id: string) => unknown) | null = null

  function struckNow(): ReadonlySet<string> {
    const now = holdTimers.struck()
    if (now !== struckOf) {
      struckOf = now
      struck = new Set(now)
    }
    return struck
  }

  function look(place: ShapedPlace): Told {
    const { id } = place
    const holdTimer = holdTimers.read(id)
    const isStruck = struckNow().has(id)
    const levels = deps.levelsOf(id, isStruck)
    // If all levels are off, the rings show the coverage, unless they were struck themselves.
    const ladder = levels && (levels.state.level !== null || isStruck) ? levels : null
    const isApart = holdTimer === null || isStruck || ladder !== null
    const hasText = areTextsShown() && (!isApart || isSeen(place)) // countdowns change each second
    if (isApart) apart.set(id, { isStruck, levels: deps.versions()(id), isPassing: holdTimer === null || hasText })
    else apart.delete(id)
    const told = ladder
      ? laddersMark(ladder, hasText)
      : hasText
        ? tell(holdTimer)
        : { state: restState(holdTimer), text: '' }
    drawn.set(id, keyOf(told))
    return told
  }

  /** The shared text of all places without strikes. */
  function restNow(): string {
    const readings = holds.map((minutes) => holdTimers.readAtRest(minutes))
    return areTextsShown()
      ? `texts ${readings.map((each) => keyOf(tell(each))).join()}`
      : readings.map(restState).join()
  }

  return {
    featureOf(place: ShapedPlace): Feature {
      const { id, geometry } = place
      return {
        type: 'Feature',
        properties: { id, name: nameOf(place), ...look(place) },
        geometry: drawnGeometry(geometry) as unknown as Geometry, // ours can not be written to
      }
    },
    /** The places whose marks may have changed since the last call. */
    due(): readonly ShapedPlace[] {
      const rest = restNow()
      if (rest !== restDrawn) {
        restDrawn = rest
        return places
      }
      const isOtherFeed = feed !== deps.feed()
      feed = deps.feed()
      const struckIds = struckNow()
      const before = versionOf
      versionOf = deps.versions()
      const areShown = areTextsShown()
      const due = [...new Set([...struckIds, ...deps.triggered()].filter((id) => !apart.has(id)))]
      for (const [id, of] of apart) {
        const isSame = !isOtherFeed && !of.isPassing && of.isStruck === struckIds.has(id)
        const hasSameLevels = before === versionOf || of.levels === versionOf(id)
        if (!isSame || !hasSameLevels || (areShown && isSeen(byId.get(id)!))) due.push(id)
      }
      return due.flatMap((id) => byId.get(id) ?? [])
    },
    /** The change of a place's mark: one or none. */
    changeOf(place: ShapedPlace): MarkChange[] {
      const before = drawn.get(place.id)
      const told = look(place)
      if (before === keyOf(told)) return []
      const addOrUpdateProperties = [
        { key: 'state', value: told.state },
        { key: 'text', value: told.text },
      ]
      return [{ id: place.id, addOrUpdateProperties }]
    },
  }
}

function laddersMark(ladder: LevelTexts, hasText: boolean): Told {
  const state = ladderState(ladder.state)
  return { state, text: hasText && state !== 'quiet' ? ladder.text() : '' }
}

const keyOf = ({ state, text }: Told) => `${state} ${text}`

/** Texts of readings; places without nearby strikes share one. */
function createTeller(textOf: (holdTimer: HoldTimer | null) => string): (holdTimer: HoldTimer | null) => Told {
  const known = new WeakMap<HoldTimer, Told>()
  return (holdTimer) => {
    const held = holdTimer && known.get(holdTimer)
    if (held) return held
    const state = restState(holdTimer)
    const told = { state, text: state === 'quiet' ? '' : textOf(holdTimer) }
    if (holdTimer) known.set(holdTimer, told)
    return told
  }
}

/** Without a level on or possible: depends on the coverage of the hold time. */
function restState(holdTimer: HoldTimer | null): MarkState {
  if (!holdTimer || holdTimer.watch.isLoading) return 'not-watched'
  return holdTimer.watch.observedMs >= holdTimer.holdMs ? 'quiet' : 'not-watched'
}

/** From the levels: the most severe one on, amber for a possible one, and no calm without data. */
function ladderState(ladder: LadderState): MarkState {
  if (ladder.level !== null) return ladderTone(ladder) === 'bad' ? 'alarm' : 'alert'
  return ladder.observed.now && ladder.levels.every(({ coverage }) => coverage >= 1) ? 'quiet' : 'not-watched'
}
