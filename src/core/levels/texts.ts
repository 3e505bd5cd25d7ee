import { type Alarm, isRow, type Row } from '../../contract/watch/alarms.ts'
import type { LevelState } from '../../contract/watch/place-states.ts'
import english from '../../locales/en/alarm-rows.json' with { type: 'json' }
import type { Lang } from '../../locales/languages.ts'
import { localName, localValue } from '../../locales/local-name.ts'
import { textsIn } from '../../locales/texts.ts'
import { MINUTE_MS } from '../time/durations.ts'
import { fillIn } from '../util/fill-in.ts'
import { localClockText } from '../util/local-format.ts'
import { withoutThinSpaces } from '../util/thin-space.ts'
import { alarmSentence, alarmTexts, timeText } from '../watch/alarm-sentence.ts'
import { endOf } from './earliest-end.ts'
import { timeTexts } from './time-texts.ts'

/**
 * An alarm row as text, from the row alone: it contains names, distances and hold times. Times are UTC, and also local
 * if the row has a time zone; an earliest end without seconds is rounded up. An end states distance, minutes and data,
 * and only if the state of the level supports it.
 */

/** An alarm in one sentence without its full stop; alarms older than levels have separate sentences. */
export function headlineOf(alarm: Alarm, lang: Lang): string {
  return isRow(alarm) ? rowHeadline(alarm, lang) : alarmSentence(alarm, lang)
}

/** The event in one sentence without its full stop: the title of a message. */
export function rowHeadline(row: Row, lang: Lang): string {
  return withoutThinSpaces(headline(row, tellerOf(row, lang)))
}

/** The whole message in plain text, a line for each thing. */
export function rowText(row: Row, lang: Lang): string {
  const { simulated, raised, disclaimer } = alarmTexts(lang)
  const teller = tellerOf(row, lang)
  const { words, zone } = teller
  return [
    ...(row.simulated ? [simulated] : []),
    headline(row, teller),
    paragraph(further(row, teller), teller),
    ...row.levels.flatMap((level) => levelLine(row, level, teller)),
    ...(isOfAction(row) && row.who.length > 0 ? [fillIn(words.who, { who: row.who.join(words.list) })] : []),
    ...stopLines(row, teller),
    fillIn(raised, { time: timeText(row.at, zone, lang) }),
    coverageLine(row, lang),
    row.link ?? '',
    disclaimer,
  ]
    .filter((line) => line !== '')
    .map(withoutThinSpaces)
    .join('\n')
}

/** How names and times are written. */
function tellerOf(row: Row, lang: Lang) {
  const words = textsIn(lang, 'alarm-rows', english)
  const zone = String(row.details.timeZone ?? '')
  const withZone = (utc: string, ms: number, seconds: boolean) => {
    if (zone === '' || zone === 'UTC') return `${utc} UTC`
    return fillIn(words.localTime, { utc, local: localClockText(ms, zone, lang, seconds) })
  }
  const name = (of: Parameters<typeof localName>[0]) => localName(of, lang)
  return {
    words,
    lang,
    zone,
    name,
    ...timeTexts(Date.parse(row.at), withZone),
    /** A level by id, possibly one that the row lacks. */
    byId: (id: string) => {
      const level = row.levels.find((each) => each.id === id)
      return level ? name(level) : /^r\d+(-\d)?$/.test(id) ? `${id.slice(1).replace('-', '.')} km` : id
    },
    /** `RED, 5 km`; without repetition if the name is the distance. */
    withKm: (level: LevelState) => {
      const own = name(level)
      const isSaid = level.km === null || own.startsWith(String(level.km))
      return isSaid ? own : fillIn(words.ofLevel, { level: own, km: level.km! })
    },
  }
}
type Teller = ReturnType<typeof tellerOf>

/** Sentences of one line. */
function paragraph(sentences: readonly string[], { words }: Teller): string {
  return sentences.length === 0 ? '' : `${sentences.map(withoutStop).join(words.stop)}${words.last}`
}

/** A text by an operator may already end with a full stop. */
function withoutStop(text: string): string {
  return text.replace(/[.。]+$/, '')
}

function headline(row: Row, teller: Teller): string {
  const { words, lang } = teller
  if (row.step === 'service') return alarmSentence(row, lang)
  if (row.step === 'stop') return stopSentence(row, teller)
  if (row.step === 'speci' || row.step === 'observation') return observationSentence(row, teller)
  const level = levelInHead(row)
  const what = sentencesOf(row, level, teller).join(words.stop)
  const kind = level?.state ?? 'off'
  return fillIn(words.head[kind], { level: level ? teller.name(level) : '', place: placeName(row, teller), what })
}

function placeName({ place }: Row, { name }: Teller): string {
  return place ? name(place) : ''
}

/**
 * The level named first in a message. Weather levels measure different quantities: there it is the one that turned on.
 */
function levelInHead(row: Row): LevelState | null {
  const { step, ladder } = row
  const on = stateIs('on')
  const expected = stateIs('expected')
  const changed = changedLevels(row)
  if (step === 'expected') return changed.find(expected) ?? row.levels.find(expected) ?? null
  const risen = ladder === 'weather' && step === 'up' ? changed.find(on) : undefined
  return risen ?? row.levels.find(on) ?? null
}

function stateIs(of: LevelState['state']) {
  return ({ state }: LevelState) => state === of
}

function changedLevels({ changed, levels }: Row): LevelState[] {
  return levels.filter(({ id }) => changed.includes(id))
}

function sentencesOf(row: Row, level: LevelState | null, teller: Teller): string[] {
  const { step, before } = row
  const { words, byId } = teller
  if (level && step === 'up') return [triggerClause(row, level, teller)]
  if (level && step === 'expected') return [possibleClause(row, level, teller)]
  if (step === 'lapsed') return [lapseClause(row, teller)]
  if (step === 'other' && row.changed.length > 0) return otherSentences(row, teller)
  if (!level) return [noneClause(row, teller), ...endedSentence(row, teller), ...stillPossible(row, teller)]
  if (step !== 'down' || before.level === null) return [sinceClause(level, teller)]
  const was = row.ladder === 'weather' ? overClauses(row, teller) : ''
  return [was || fillIn(words.was, { level: byId(before.level) }), ...endedSentence(row, teller)]
}

/** The trigger of a level; if the row reports another change, since when the level is on. */
function triggerClause(row: Row, level: LevelState, teller: Teller): string {
  const { cause, changed, details, at } = row
  const { words, second, minute } = teller
  const { trigger } = words
  if (!cause || !changed.includes(level.id)) return sinceClause(level, teller)
  if (cause.kind === 'strike' && cause.struckAt !== undefined) {
    const time = second(cause.struckAt)
    return cause.distanceKm === undefined
      ? fillIn(trigger.strikeOnly, { time })
      : fillIn(trigger.strike, { time, km: cause.distanceKm.toFixed(1) })
  }
  if (cause.kind === 'report') return reportClause(row, level, teller)
  if (cause.kind !== 'chance') return sinceClause(level, teller)
  const { ringKm, withinMin } = details
  if (cause.chance === undefined || ringKm === undefined || withinMin === undefined || changed[0] !== level.id) {
    return fillIn(trigger.chanceOnly, { at: minute(at) })
  }
  return fillIn(trigger.chance, { at: minute(at), km: ringKm, withinMin, percent: percentOf(cause.chance) })
}

function reportClause({ cause, changed }: Row, level: LevelState, { words, minute }: Teller): string {
  const { trigger } = words
  const { category, mps, m, of } = (cause?.value ?? {}) as { category?: string; mps?: number; m?: number; of?: string }
  const isOfLevel = changed[0] === level.id
  const what = !isOfLevel
    ? trigger.reportOnly
    : category !== undefined
      ? fillIn(trigger.report.category, { category: category.toUpperCase() })
      : mps !== undefined
        ? fillIn(trigger.report.wind, { mps: Number(mps.toFixed(1)) })
        : m !== undefined && (of === 'visibility' || of === 'ceiling')
          ? fillIn(trigger.report[of], { m: Math.round(m) })
          : trigger.reportOnly
  return level.last === null ? what : fillIn(trigger.observed, { what, time: minute(level.last) })
}

function sinceClause({ since, last, lastKm, km }: LevelState, { words, second, minuteOfStrike }: Teller): string {
  const { trigger } = words
  if (since === null) return trigger.only
  if (last === null || lastKm === null || km === null) return fillIn(trigger.since, { since: minuteOfStrike(since) })
  return fillIn(trigger.latest, { since: minuteOfStrike(since), km: lastKm.toFixed(1), time: second(last) })
}

function possibleClause({ cause, changed, details, at }: Row, { id, until }: LevelState, teller: Teller): string {
  const { words, minute, minuteUp } = teller
  const { possible } = words
  const end = until === null ? '–' : minuteUp(until)
  if (cause?.kind !== 'chance' || changed[0] !== id || details.ringKm === undefined) {
    return fillIn(possible.only, { until: end })
  }
  const what = fillIn(possible.nowcast, { at: minute(at), km: details.ringKm, until: end })
  return cause.chance === undefined ? what : fillIn(possible.chance, { what, percent: percentOf(cause.chance) })
}

function percentOf(share: number): number {
  return Math.floor(Math.round(share * 1_000) / 10)
}

/** By name, unless the whole ladder has ended: a channel with a selection of levels does not know the others. */
function noneClause({ levels, ladder, cause, durations }: Row, { words, name }: Teller): string {
  if (levels.length === 0) return cause?.kind === 'removed' ? words.gone : words.none.all
  if (durations && levels.length > 1) return ladder === 'weather' ? words.none.weather : words.none.all
  return fillIn(words.none.named, { level: levels.map(name).join(words.list) })
}

/** Distance and duration without a trigger: of the widest level that ended, if its state supports it. */
function endedSentence(row: Row, teller: Teller): string[] {
  const { words, name } = teller
  const { ended } = words
  const isOver = (level: LevelState) => level.state === 'off' && isHeld(level, row)
  const level = changedLevels(row).findLast(isOver) ?? row.levels.find(({ id }) => id === row.before.level)
  if (!level || !isOver(level)) return []
  const { km, holdMin } = level
  if (row.ladder === 'weather') {
    if (row.cause?.kind !== 'hold-ended') return []
    const kind = holdMin === 0 ? ended.reportOnly : ended.report
    return [fillIn(kind, { level: name(level), holdMin })]
  }
  const data = dataClause(level.coverage, teller)
  return [km === null ? fillIn(ended.nowcast, { holdMin, data }) : fillIn(ended.strike, { km, holdMin, data })]
}

/** Whether the latest trigger is a whole hold time ago, in whole seconds. */
function isHeld({ last, holdMin }: LevelState, { at, ladder }: Row): boolean {
  if (last === null || ladder === 'weather') return true
  return endOf(Date.parse(last), Number.NEGATIVE_INFINITY, holdMin * MINUTE_MS)! <= Date.parse(at)
}

function dataClause(coverage: number, { words }: Teller): string {
  return coverage >= 1 ? words.ended.whole : fillIn(words.ended.gap, { percent: Math.floor(coverage * 100) })
}

function stillPossible({ levels }: Row, { words, name, minuteUp }: Teller): string[] {
  const level = levels.find(stateIs('expected'))
  if (!level) return []
  const until = level.until === null ? '–' : minuteUp(level.until)
  return [fillIn(words.possible.level, { level: name(level), until })]
}

function lapseClause(row: Row, teller: Teller): string {
  const { cause, changed, before } = row
  const { words, byId, minute, minuteUp } = teller
  const { lapsed } = words
  const level = changedLevels(row).find(stateIs('off'))
  const id = level?.id ?? changed[0] ?? before.level
  if (id === null) return words.none.all
  if (cause?.kind !== 'lapsed' || !cause.possible) return fillIn(lapsed.only, { level: byId(id) })
  const { since, until, coverage, isStruck } = cause.possible
  const isLost = !row.observed.now && row.observed.since !== null
  const km = level?.km ?? null
  const kind = isStruck || km === null ? lapsed.trigger : lapsed.strike
  const told = isLost
    ? fillIn(lapsed.lost, { from: minute(row.observed.since!) })
    : fillIn(kind, { since: minute(since), km: km ?? '', data: dataClause(coverage, teller) })
  return fillIn(lapsed.was, { level: byId(id), until: minuteUp(until), since: told })
}

/** Levels that changed while the headline stays. */
function otherSentences(row: Row, teller: Teller): string[] {
  const { words, name } = teller
  if (row.cause?.kind === 'lapsed') return [lapseClause(row, teller)]
  const risen = changedLevels(row).filter(({ state }) => state !== 'off')
  const told = risen.map((level) =>
    level.state === 'on'
      ? fillIn(words.also, { level: name(level) })
      : stillPossible({ ...row, levels: [level] }, teller)[0],
  )
  const over = overClauses(row, teller)
  const clauses = [over, ...told].filter((clause) => clause !== undefined && clause !== '')
  return [clauses.join(words.clauses), ...(over === '' ? [] : endedSentence(row, teller))].filter(Boolean)
}

/** Levels that are off by this change. */
function overClauses({ changed, levels }: Row, { words, byId }: Teller): string {
  const over = changed.filter((id) => (levels.find((level) => level.id === id)?.state ?? 'off') === 'off')
  return over.length === 0 ? '' : fillIn(words.over, { level: over.map(byId).join(words.list) })
}

function observationSentence(row: Row, teller: Teller): string {
  const { step, place, cause, from, to, observed } = row
  const { words, second, minute } = teller
  if (place) {
    const kind = step === 'speci' ? 'speci' : cause?.kind === 'overdue' ? 'overdue' : 'seen'
    const { since } = observed
    const time = since === null ? '' : minute(since)
    const isAgain = kind === 'seen' && from !== null
    const what = isAgain
      ? fillIn(words.reportAgain, { time, from: minute(from) })
      : since === null
        ? words.reportOnly[kind]
        : fillIn(words.report[kind], { time })
    return fillIn(words.head.off, { place: placeName(row, teller), what })
  }
  const feed = row.feed ?? 'lightning'
  if (from === null) return words.lostOnly[feed]
  if (to === null) return fillIn(words.lost[feed], { since: second(from) })
  return fillIn(words.again[feed], { from: second(from), to: second(to) })
}

/** Rows that show the action of the level. */
function isOfAction({ step }: Row): boolean {
  return step === 'up' || step === 'down'
}

/** The message after its headline. */
function further(row: Row, teller: Teller): string[] {
  const { lang, words, minuteUp, minuteOfStrike } = teller
  const { cause, details } = row
  const action =
    isOfAction(row) && levelInHead(row)?.id === row.level
      ? localValue(lang, { en: row.action, zh: row.actionZh })
      : null
  const end = row.step === 'up' ? (levelInHead(row)?.end ?? null) : null
  const resume = row.step === 'stop' ? details.earliestResume : undefined
  const isOfSettings = cause?.kind === 'changed' || (cause?.kind === 'removed' && row.levels.length > 0)
  return [
    ...perhapsInside(row, teller),
    ...(action === null ? [] : [action]),
    ...(end === null ? [] : [fillIn(words.earliestEnd, { end: minuteUp(end) })]),
    ...(cause?.arrival ? [fillIn(words.likely, { time: minuteOfStrike(cause.arrival.likely) })] : []),
    ...durationsSentence(row, teller),
    ...(isOfSettings ? [cause.kind === 'changed' ? words.changed : words.removed] : []),
    ...(typeof resume === 'string' ? [fillIn(words.workStop.earliestResume, { time: teller.minute(resume) })] : []),
    ...lostSentence(row, teller),
  ]
}

/** A strike that may be outside the level, given the location error. */
function perhapsInside(row: Row, { words }: Teller): string[] {
  const { cause, changed } = row
  const level = levelInHead(row)
  const { errorKm, distanceKm } = cause ?? {}
  if (row.step !== 'up' || !level || !changed.includes(level.id) || errorKm === undefined) return []
  if (level.km !== null && distanceKm !== undefined && distanceKm <= level.km - errorKm) return []
  return [fillIn(words.perhaps, { errorKm })]
}

function durationsSentence({ durations, levels }: Row, { words, byId }: Teller): string[] {
  if (!durations) return []
  const { incidentMin: min, levelsMin } = durations
  const id = levels.map((level) => level.id).find((each) => (levelsMin[each] ?? 0) > 0) ?? Object.keys(levelsMin)[0]
  const levelMin = id === undefined ? min : levelsMin[id]!
  if (id === undefined || levelMin === min) return [fillIn(words.lasted, { min })]
  return [fillIn(words.lastedOf, { min, level: byId(id), levelMin })]
}

/** States in each row that no data arrive for the place. */
function lostSentence(row: Row, { words, second, minute }: Teller): string[] {
  const { ladder, step, place, observed } = row
  if (!place || ladder === null || step === 'observation' || observed.now) return []
  if (ladder === 'weather') {
    return [
      observed.since === null ? words.reportLostOnly : fillIn(words.reportLost, { since: minute(observed.since) }),
    ]
  }
  const { since } = observed
  return [since === null ? words.lostOnly.lightning : fillIn(words.lost.lightning, { since: second(since) })]
}

/** A level that is not off: since when, and its earliest end. */
function levelLine({ ladder, step }: Row, level: LevelState, teller: Teller): string[] {
  const { state, since, end, until, coverage, holdMin } = level
  const { words, withKm, minute, minuteOfStrike, minuteUp } = teller
  if (state === 'off' || step === 'observation') return []
  const kind = state === 'expected' ? 'possible' : end !== null ? 'end' : ladder === 'weather' ? 'on' : 'paused'
  const sinceText = since === null ? '–' : ladder === 'weather' ? minute(since) : minuteOfStrike(since)
  const line = fillIn(words.line[kind], {
    level: withKm(level),
    since: sinceText,
    end: end === null ? '' : minuteUp(end),
    until: until === null ? '–' : minuteUp(until),
  })
  return [coverage >= 1 ? line : fillIn(words.line.data, { line, percent: Math.floor(coverage * 100), holdMin })]
}

function stopLines({ stops, details }: Row, { words, minute }: Teller): string[] {
  return stops
    .filter(({ id }) => id !== details.stop)
    .map(({ work, by, at }) => fillIn(words.workStop.open, { work, by, time: minute(at) }))
}

/** The record by a person. */
function stopSentence(row: Row, teller: Teller): string {
  const { change, work, by } = row.details
  const kind = change === 'stop-change' || change === 'resume' ? change : 'stop'
  return fillIn(teller.words.workStop[kind], { place: placeName(row, teller), work: String(work), by: String(by) })
}

/** How much of the hold time was observed: of the level with the least data. */
function coverageLine({ ladder, place, levels, level }: Row, lang: Lang): string {
  if (ladder !== 'lightning' || !place || levels.length === 0) return ''
  const least = Math.min(...levels.map(({ coverage }) => coverage))
  const all = levels.filter(({ coverage }) => coverage === least)
  const { holdMin } = all.find(({ id }) => id === level) ?? all[0]!
  return fillIn(alarmTexts(lang).watched, { percent: Math.floor(least * 100), holdMin })
}
