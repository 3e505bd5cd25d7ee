import type { Alarm } from '../../../contract/watch/alarms.ts'
import type { OwnReportRule } from '../../../contract/watch/own-watch.ts'
import type { AlertMemory } from '../../../core/airports/alert-rules.ts'
import type { Report } from '../../../core/metar/report.ts'
import type { Clock } from '../../../core/time/clock.ts'
import { MINUTE_MS } from '../../../core/time/durations.ts'
import type { Unsubscribe } from '../../../core/util/emitter.ts'
import { ReportWatch } from '../../../core/watch/report-watch.ts'
import { MAY_BE_OFF, RULES_DEFAULT, type Rules } from '../../../core/watch/rules.ts'
import type { ReportEvent, Source } from '../../sources/source.ts'
import { alarmOf } from '../alarm-of.ts'
import type { OwnReportRuleInForce } from './own-rules.ts'

/** What is remembered of rules is written under. */
export const OWN_MEMORY = 'limit/'

/**
 * Judges the latest report of an airport by limits and a category scheme that viewers chose for themselves: with each report,
 * once a minute, and when a rule is new. Answers how to stop.
 */
export function openOwnReports(deps: {
  source: Pick<Source, 'onReports' | 'simulated' | 'nowMs'>
  /** Of every airport, by its code; filled before this hears of a report. */
  latest: ReadonlyMap<string, Report>
  rules: {
    ofReports(): readonly OwnReportRuleInForce[]
    isKept(id: string): boolean
    onReportRules(listener: () => void): Unsubscribe
  }
  /** What was remembered before a restart. */
  remembered: ReadonlyMap<string, string>
  clock: Clock
  /** Writes down what was raised, and what is remembered because of it. */
  keep(raised: readonly Alarm[], changed: ReadonlyMap<string, string | null>): void
}): () => void {
  const { source, latest, rules, clock } = deps
  const nowMs = () => source.nowMs?.() ?? clock.now()
  const memories = [...deps.remembered].map(([id, text]) => [id, JSON.parse(text) as AlertMemory] as const)
  const watch = new ReportWatch(new Map(memories))
  let byAirport = new Map<string, OwnReportRuleInForce[]>()

  function take(): void {
    byAirport = Map.groupBy(rules.ofReports(), ({ rule }) => rule.place)
    // Airports may come later than the rules for them.
    watch.keepOnly({ has: rules.isKept })
    look(byAirport.keys())
  }

  function look(airports: Iterable<string>): void {
    const now = nowMs()
    const raised: Alarm[] = []
    for (const icao of airports) {
      const report = latest.get(icao)
      if (!report) continue
      for (const { id, place, rule } of byAirport.get(icao) ?? []) {
        const scheme = rule.stage === 'category' ? rule.scheme : undefined
        const found = watch.report(id, report, now, rulesBy(rule), scheme)
        const of = { place, nowMs: now, observing: null, simulated: source.simulated, publicOrigin: null }
        raised.push(...found.map((each) => alarmOf(each, of)))
      }
    }
    const changes = watch.takeChanges()
    if (changes.length === 0) return
    deps.keep(raised, new Map(changes.map(([id, memory]) => [OWN_MEMORY + id, memory && JSON.stringify(memory)])))
  }

  function hear(event: ReportEvent): void {
    if (event.kind === 'reports' && byAirport.size > 0) look(new Set(event.records.map(({ icao }) => icao)))
  }

  take()
  const stops = [
    source.onReports(hear),
    rules.onReportRules(take),
    clock.every(MINUTE_MS, () => look(byAirport.keys())),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

/** What a rule of a viewer's own is about, and nothing else. */
function rulesBy(rule: OwnReportRule): Rules {
  const off = MAY_BE_OFF.filter((stage) => stage !== rule.stage)
  if (rule.stage === 'category') return { ...RULES_DEFAULT, off }
  const name = ({ wind: 'windMps', visibility: 'visibilityM', ceiling: 'ceilingM' } as const)[rule.stage]
  return { ...RULES_DEFAULT, [name]: rule.limit, off }
}
