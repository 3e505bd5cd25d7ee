import type { Alarm } from '../../contract/watch/alarms.ts'
import type { WorkStop } from '../../contract/watch/place-states.ts'
import { type PlaceReport, REPORT_LEVELS_MAX } from '../../contract/watch/report.ts'
import { byLanguage } from '../../locales/languages.ts'
import { type LevelPeriods, levelPeriodsOf, minutesOf, withinPeriod } from '../levels/level-periods.ts'
import { headlineOf } from '../levels/texts.ts'
import type { Place } from '../places/place.ts'
import { shapeOf } from '../places/place-shape.ts'
import { HOUR_MS, MINUTE_MS } from '../time/durations.ts'
import { isGap } from '../time/gaps.ts'
import { isoOf } from '../time/iso.ts'
import { type Span, Spans } from '../time/spans.ts'

interface Struck {
  timeMs: number
  lat: number
  lon: number
}

/** Report of a place in [from, to), Unix ms. */
export class PlaceReportMaker {
  readonly #place: Place
  readonly #period: Span
  readonly #shape
  readonly #hours = new Map<number, number[]>()
  readonly #rings: { strikes: number; firstMs: number; lastMs: number }[]
  #nearestKm = Number.POSITIVE_INFINITY

  constructor(place: Place, period: Span) {
    this.#place = place
    this.#period = period
    this.#shape = shapeOf(place.geometry)
    this.#rings = place.ringsKm.map(() => ({ strikes: 0, firstMs: Infinity, lastMs: -Infinity }))
  }

  /** Adds strikes, in any order, each once. */
  add(strikes: Iterable<Struck>): void {
    const { ringsKm } = this.#place
    const outerKm = ringsKm.at(-1)!
    for (const { timeMs, lat, lon } of strikes) {
      if (timeMs < this.#period.fromMs || timeMs >= this.#period.toMs) continue
      const km = this.#shape.kmFrom({ lat, lon }, outerKm)
      if (km <= outerKm) this.#count(timeMs, km)
    }
  }

  #count(timeMs: number, km: number): void {
    this.#nearestKm = Math.min(this.#nearestKm, km)
    const hour = Math.floor(timeMs / HOUR_MS)
    const counts = this.#hours.get(hour) ?? this.#rings.map(() => 0)
    this.#hours.set(hour, counts)
    for (const [index, ring] of this.#rings.entries()) {
      if (km > this.#place.ringsKm[index]!) continue
      counts[index]!++
      ring.strikes++
      ring.firstMs = Math.min(ring.firstMs, timeMs)
      ring.lastMs = Math.max(ring.lastMs, timeMs)
    }
  }

  /**
   * `missing`: unobserved spans; `withoutReports`: those of airport reports. `alarms`: alarms of the period, oldest
   * first; `before`: the newest earlier row of each ladder. `stops`: open stops in the period.
   */
  made(of: {
    missing: readonly Span[]
    withoutReports?: readonly Span[]
    alarms: readonly Alarm[]
    before?: readonly Alarm[]
    stops?: readonly WorkStop[]
    nowMs: number
    simulated: boolean
  }): PlaceReport {
    const { id, name, nameZh, group, timeZone, ringsKm } = this.#place
    const { missing, withoutReports = [], alarms, before = [], stops = [], nowMs, simulated } = of
    const rows = [...before, ...alarms]
    const levels = levelPeriodsOf(rows)
    const isObserved = {
      lightning: missing.length === 0,
      weather:
        !withoutReports.some(isGap) && !rows.some((row) => row.ladder === 'weather' && row.observed?.now === false),
    }
    return {
      place: { id, name, nameZh, group, timeZone: timeZone ?? 'UTC' },
      from: isoOf(this.#period.fromMs),
      to: isoOf(this.#period.toMs),
      watched: shareWatched(this.#period, missing),
      notWatched: missing.map(({ fromMs, toMs }) => ({ from: isoOf(fromMs), to: isoOf(toMs) })),
      rings: this.#rings.map(({ strikes, firstMs, lastMs }, i) => ({
        ringKm: ringsKm[i]!,
        strikes,
        first: strikes > 0 ? isoOf(firstMs) : null,
        last: strikes > 0 ? isoOf(lastMs) : null,
      })),
      nearestKm: Number.isFinite(this.#nearestKm) ? Math.round(this.#nearestKm * 10) / 10 : null,
      hours: this.#hoursOf(missing),
      alarms: withLead(alarms),
      levels: levels
        .slice(0, REPORT_LEVELS_MAX)
        .map((each) => this.#levelOf(each, { isObserved: isObserved[each.ladder], nowMs })),
      stops: stops.map((stop) => this.#stopOf(stop, { levels, alarms, nowMs })),
      simulated,
    }
  }

  #levelOf(
    periods: LevelPeriods,
    { isObserved, nowMs }: { isObserved: boolean; nowMs: number },
  ): PlaceReport['levels'][number] {
    const { ladder, level } = periods
    const spans = withinPeriod(periods, this.#period, nowMs)
    const isOn = periods.periods.at(-1)?.toMs === null
    const minutes = minutesOf(spans)
    return {
      ladder,
      id: level.id,
      name: level.name,
      nameZh: level.nameZh,
      periods: spans.map(({ fromMs, toMs }, i) => ({
        from: isoOf(fromMs),
        to: isOn && i === spans.length - 1 ? null : isoOf(toMs),
      })),
      minutes: minutes === 0 && !isObserved ? null : minutes,
    }
  }

  #stopOf(
    stop: WorkStop,
    { levels, alarms, nowMs }: { levels: readonly LevelPeriods[]; alarms: readonly Alarm[]; nowMs: number },
  ): PlaceReport['stops'][number] {
    const { id, work, by, at, earliestResume, level, resumed } = stop
    const { fromMs, toMs } = this.#period
    const endMs = Math.min(toMs, resumed ? Date.parse(resumed.at) : nowMs)
    const span = { fromMs: Math.max(fromMs, Date.parse(at)), toMs: endMs }
    const reasons = levels.filter((each) => each.ladder === 'lightning' && (level === null || each.level.id === level))
    const on = new Spans(reasons.flatMap((each) => withinPeriod(each, this.#period, nowMs)))
    return {
      id,
      work,
      by,
      at,
      earliestResume,
      level,
      resumed: resumed && { by: resumed.by, at: resumed.at, note: resumed.note },
      minutes: minutesOf(new Spans([span]).list()),
      levelMinutes: minutesOf(on.within(span.fromMs, span.toMs)),
      resumedBeforeEnd: resumed ? levelsAtResume(id, alarms) : [],
    }
  }

  #hoursOf(missing: readonly Span[]): PlaceReport['hours'] {
    const { fromMs, toMs } = this.#period
    const first = Math.floor(fromMs / HOUR_MS)
    return Array.from({ length: Math.ceil(toMs / HOUR_MS) - first }, (_, i) => {
      const part = { fromMs: Math.max(fromMs, (first + i) * HOUR_MS), toMs: Math.min(toMs, (first + i + 1) * HOUR_MS) }
      const strikes = this.#hours.get(first + i) ?? this.#rings.map(() => 0)
      return { from: isoOf(part.fromMs), strikes, watched: shareWatched(part, missing) }
    })
  }
}

function shareWatched({ fromMs, toMs }: Span, missing: readonly Span[]): number {
  const lost = missing.map((span) => Math.max(0, Math.min(toMs, span.toMs) - Math.max(fromMs, span.fromMs)))
  const share = 1 - lost.reduce((sum, ms) => sum + ms, 0) / (toMs - fromMs)
  // Rounded down, so that incomplete coverage never shows as complete.
  return Math.floor(share * 1_000) / 1_000
}

/** Levels triggered when a stop was resumed, from the row of the resumption. */
function levelsAtResume(stop: string, alarms: readonly Alarm[]): PlaceReport['stops'][number]['resumedBeforeEnd'] {
  const row = alarms.find(({ details }) => details.change === 'resume' && details.stop === stop)
  const on = row?.levels?.filter(({ state }) => state === 'on') ?? []
  return on.map(({ id, name, nameZh, end }) => ({ level: id, name, nameZh, end }))
}

function withLead(alarms: readonly Alarm[]): PlaceReport['alarms'] {
  let warnedMs: number | null = null
  return alarms.map((alarm) => {
    const { id, stage, at, struckAt, distanceKm, acknowledged, details } = alarm
    if (stage === 'quiet') warnedMs = null
    if (stage === 'approach' || stage === 'alert') warnedMs ??= Date.parse(at)
    const lead = stage === 'alarm' && struckAt !== null && warnedMs !== null ? Date.parse(struckAt) - warnedMs : null
    const leadMin = lead === null ? null : Math.round((lead / MINUTE_MS) * 10) / 10
    const what = byLanguage((lang) => headlineOf(alarm, lang))
    return { id, stage, at, struckAt, distanceKm, value: raisedBy(details), leadMin, acknowledged, what }
  })
}

/** The value in a report that raised an alarm: wind in m/s, visibility and ceiling in m. */
function raisedBy({ mps, m }: Alarm['details']): PlaceReport['alarms'][number]['value'] {
  if (typeof mps === 'number') return { number: mps, unit: 'm/s' }
  return typeof m === 'number' ? { number: m, unit: 'm' } : null
}
