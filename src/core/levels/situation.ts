import type { LevelState, LevelsAnswer, PlaceState, WorkStop } from '../../contract/watch/place-states.ts'
import english from '../../locales/en/situation.json' with { type: 'json' }
import type { Lang } from '../../locales/languages.ts'
import { localName } from '../../locales/local-name.ts'
import { pluralIn, textsIn } from '../../locales/texts.ts'
import { MINUTE_MS } from '../time/durations.ts'
import { fillIn } from '../util/fill-in.ts'
import { withoutThinSpaces } from '../util/thin-space.ts'
import { timeTexts } from './time-texts.ts'

/** Input of the situation text. Times of states are UTC ISO 8601. */
export interface SituationInput {
  /** Unix ms. */
  nowMs: number
  /** Ladders that are not all `off`, or that have an open work stop. */
  places: readonly PlaceState[]
  observed: LevelsAnswer['observed']
  /** The latest nowcast: its time (Unix ms), and its range; null without one. */
  nowcast: { atMs: number; withinMin: number } | null
  /** Rows that wait for an acknowledgement; null where that is not known. */
  unacknowledged: number | null
  /** Whether the viewer selected some places: the sentences then omit the others. */
  isSelection: boolean
  simulated: boolean
}

const situationTexts = (lang: Lang) => textsIn(lang, 'situation', english)

/** Places, stops and weather that are named in a sentence; the others are counted. */
const NAMED_MAX = 3
/** An expectation lapses this long after its nowcast. */
const NOWCAST_OLD_MS = 10 * MINUTE_MS

/**
 * The situation in two to eight sentences: data, most severe places with their earliest ends, work stops, possible triggers, weather,
 * rows to acknowledge, simulation. Each number is one of the state; a time of another day has its date. An earliest end is
 * rounded up to the minute. Missing data are always named.
 */
export function situationOf(input: SituationInput, lang: Lang): string[] {
  const teller = tellerOf(input, lang)
  return [
    dataSentence(input, teller),
    reportsSentence(input, teller),
    placesSentence(input, teller),
    stopsSentence(input, teller),
    possibleSentence(input, teller),
    weatherSentence(input, teller),
    unacknowledgedSentence(input, teller),
    input.simulated ? teller.words.simulated : '',
  ]
    .filter((sentence) => sentence !== '')
    .map(withoutThinSpaces)
}

export function situationText(sentences: readonly string[], lang: Lang): string {
  return sentences.join(situationTexts(lang).between)
}

/** How numbers, names and times are written. */
function tellerOf({ nowMs }: SituationInput, lang: Lang) {
  const words = situationTexts(lang)
  return {
    words,
    named: (of: Parameters<typeof localName>[0]) => localName(of, lang),
    ...timeTexts(nowMs),
    plural: (key: 'morePlaces' | 'moreStops' | 'morePossible' | 'moreWeather' | 'unacknowledged', count: number) =>
      fillIn(pluralIn(lang, words, key, count), { count: words.numbers[count] || count }),
    /** A sentence begins with a capital letter, also where a person wrote its first word. */
    sentence: (text: string, values: Record<string, string | number>) => {
      const filled = fillIn(text, values)
      return filled.charAt(0).toUpperCase() + filled.slice(1)
    },
  }
}
type Teller = ReturnType<typeof tellerOf>

function dataSentence({ nowMs, observed: { lightning } }: SituationInput, { words, second }: Teller): string {
  const kinds = lightning.now ? (['whole', 'again'] as const) : (['unknown', 'lost'] as const)
  const since = lightning.since === null ? '' : second(lightning.since)
  return fillIn(words.data[kinds[lightning.since === null ? 0 : 1]], { now: second(nowMs), since })
}

function reportsSentence({ observed: { reports } }: SituationInput, { words, second }: Teller): string {
  if (reports.now) return ''
  return reports.since === null ? words.reportsUnknown : fillIn(words.reportsLost, { since: second(reports.since) })
}

const COLOUR_RANK = ['red', 'orange', 'yellow', 'white', null]

interface Triggered {
  state: PlaceState & { place: NonNullable<PlaceState['place']> }
  level: LevelState
  rank: number
}

/** Ladders of a kind with a level `on`, the most severe first. */
function triggered(places: readonly PlaceState[], ladder: PlaceState['ladder']): Triggered[] {
  return places
    .flatMap((state): Triggered[] => {
      const rank = state.levels.findIndex((level) => level.state === 'on')
      return state.ladder !== ladder || rank < 0 || !hasPlace(state)
        ? []
        : [{ state, level: state.levels[rank]!, rank }]
    })
    .sort(bySeverity)
}

function bySeverity(a: Triggered, b: Triggered): number {
  const colour = ({ state }: Triggered) => COLOUR_RANK.indexOf(state.colour)
  const time = ({ level }: Triggered) => Date.parse(level.since ?? '') || 0
  return a.rank - b.rank || colour(a) - colour(b) || time(a) - time(b)
}

function hasPlace(state: PlaceState): state is Triggered['state'] {
  return state.place !== null
}

function placesSentence(input: SituationInput, teller: Teller): string {
  const { words, sentence } = teller
  const all = triggered(input.places, 'lightning')
  if (all.length === 0) return noneSentence(input, teller)
  const told = all.slice(0, NAMED_MAX).map((each) => triggeredClause(each, teller))
  return sentence(words.places, { places: withMore(told, all.length, 'morePlaces', words.clauses, teller) })
}

function noneSentence({ observed: { lightning }, isSelection }: SituationInput, { words, second }: Teller): string {
  const none = isSelection ? words.noneChosen : words.none
  if (lightning.now) return none.observed
  return lightning.since === null ? none.unknown : fillIn(none.lost, { since: second(lightning.since) })
}

function triggeredClause({ state, level }: Triggered, teller: Teller): string {
  const { words, named, minuteOfStrike, minuteUp } = teller
  const kind = level.end === null ? 'paused' : level.coverage < 1 ? 'gap' : 'until'
  return fillIn(words.on[kind], {
    place: named(state.place),
    level: named(level),
    since: level.since === null ? '–' : minuteOfStrike(level.since),
    end: level.end === null ? '' : minuteUp(level.end),
    percent: Math.floor(level.coverage * 100),
  })
}

/** Clauses for the named items, and the number of further ones. */
function withMore(
  told: string[],
  all: number,
  more: Parameters<Teller['plural']>[0],
  mark: string,
  { plural }: Teller,
): string {
  const left = all - told.length
  return [...told, ...(left > 0 ? [plural(more, left)] : [])].join(mark)
}

function stopsSentence(input: SituationInput, teller: Teller): string {
  const { words, named, sentence } = teller
  const byId = new Map(
    input.places
      .filter(hasPlace)
      .flatMap(({ place, stops }) => stops.map((stop) => [stop.id, { place, stop }] as const)),
  )
  const all = [...byId.values()].sort((a, b) => Date.parse(a.stop.at) - Date.parse(b.stop.at))
  if (all.length === 0) return ''
  const only = onlyPlace(input)
  const told = all.slice(0, NAMED_MAX).map(({ place, stop }) => {
    const text = stopClause(stop, input.nowMs, teller)
    return place.id === only ? text : fillIn(words.atPlace, { place: named(place), text })
  })
  return sentence(words.places, { places: withMore(told, all.length, 'moreStops', words.clauses, teller) })
}

/** The place of the previous sentence if it is the only one: it is not repeated. */
function onlyPlace({ places }: SituationInput): string | null {
  const ids = new Set(triggered(places, 'lightning').map(({ state }) => state.place.id))
  return ids.size === 1 ? [...ids][0]! : null
}

function stopClause({ work, by, at, earliestResume }: WorkStop, nowMs: number, { words, minute, minuteUp }: Teller) {
  const values = { work, by, at: minute(at) }
  if (earliestResume === null) return fillIn(words.stop.open, values)
  const passedMs = nowMs - Date.parse(earliestResume)
  const resume = minuteUp(earliestResume)
  const min = Math.floor(passedMs / MINUTE_MS)
  return fillIn(passedMs < 0 ? words.stop.until : words.stop.passed, { ...values, resume, min })
}

function possibleSentence(input: SituationInput, teller: Teller): string {
  const { nowcast, places, nowMs, isSelection } = input
  const { words, named, minute, minuteUp } = teller
  if (nowcast === null) return words.nowcastNone
  const at = minute(nowcast.atMs)
  const isOld = nowMs - nowcast.atMs > NOWCAST_OLD_MS
  const all = places.filter(hasPlace).flatMap(({ place, ladder, levels }) => {
    const top = levels.find(({ state }) => state !== 'off')
    return ladder === 'lightning' && top?.state === 'expected' ? [{ place, level: top }] : []
  })
  if (all.length === 0) {
    if (isOld) return fillIn(words.nowcastOld, { at })
    const isOther = triggered(places, 'lightning').length > 0
    const key = isSelection ? (isOther ? 'otherChosen' : 'chosen') : isOther ? 'other' : 'any'
    return fillIn(words.nonePossible[key], { at, withinMin: nowcast.withinMin })
  }
  const told = all.slice(0, NAMED_MAX).map(({ place, level }) =>
    fillIn(words.possibleAt, {
      place: named(place),
      level: named(level),
      until: level.until === null ? '–' : minuteUp(level.until),
    }),
  )
  const list = withMore(told, all.length, 'morePossible', words.clauses, teller)
  return fillIn(isOld ? words.possibleOld : words.possible, { at, places: list })
}

function weatherSentence({ places }: SituationInput, teller: Teller): string {
  const { words } = teller
  const on = triggered(places, 'weather').map(({ state }) => state)
  const overdue = places
    .filter(hasPlace)
    .filter((state) => state.ladder === 'weather' && !state.observed.now && !on.includes(state))
  const all = [...on, ...overdue]
  if (all.length === 0) return ''
  const told = all.slice(0, NAMED_MAX).map((state) => weatherClause(state, teller))
  return fillIn(words.weather, { places: withMore(told, all.length, 'moreWeather', words.clauses, teller) })
}

function weatherClause({ place, levels, observed }: Triggered['state'], teller: Teller): string {
  const { words, named, minute, minuteUp } = teller
  const on = levels.filter(({ state }) => state === 'on')
  if (on.length === 0) return fillIn(words.overdue, { place: named(place) })
  const told = on.map((level) =>
    fillIn(level.end === null ? words.weatherLevel.met : words.weatherLevel.ending, {
      level: named(level),
      since: level.since === null ? '–' : minute(level.since),
      end: level.end === null ? '' : minuteUp(level.end),
    }),
  )
  const weather = fillIn(words.weatherOn, { place: named(place), levels: told.join(words.list) })
  return observed.now ? weather : fillIn(words.weatherOverdue, { weather })
}

function unacknowledgedSentence({ unacknowledged }: SituationInput, { words, sentence, plural }: Teller): string {
  if (unacknowledged === null) return words.unacknowledgedUnknown
  return unacknowledged === 0 ? '' : sentence(plural('unacknowledged', unacknowledged), {})
}
