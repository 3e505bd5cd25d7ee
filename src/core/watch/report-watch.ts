import type { Stage } from '../../contract/watch/alarms.ts'
import {
  ALERT_KINDS,
  ALERT_SETTINGS_DEFAULT,
  type AlertFacts,
  type AlertKind,
  type AlertMemory,
  checkAlerts,
  type RaisedAlert,
} from '../airports/alert-rules.ts'
import { CATEGORY_PRESETS, type CategoryPreset, flightCategory } from '../metar/flight-category.ts'
import type { Report } from '../metar/report.ts'
import type { Raised } from './raised.ts'
import { RULES_DEFAULT } from './rules.ts'

const STAGE_OF: Record<AlertKind, Stage> = {
  strike: 'alert',
  category: 'category',
  speci: 'speci',
  gust: 'wind',
  visibility: 'visibility',
  ceiling: 'ceiling',
  overdue: 'overdue',
  'lightning-lost': 'feed-lost',
  'reports-lost': 'feed-lost',
}

/** The rules of reports and lines, as pages have them (`alert-rules.ts`), once for all viewers. */
export class ReportWatch {
  readonly #memories: Map<string, AlertMemory>
  readonly #changed = new Set<string>()

  /** `remembered`: by airport; that of the lines under an empty name. */
  constructor(remembered: ReadonlyMap<string, AlertMemory> = new Map()) {
    this.#memories = new Map(remembered)
  }

  /** `icao` is what it is raised of, and remembered by. */
  report(
    icao: string,
    report: Report,
    nowMs: number,
    rules = RULES_DEFAULT,
    scheme: CategoryPreset['id'] = 'icao',
  ): Raised[] {
    const category = flightCategory(report, CATEGORY_PRESETS[scheme])
    const { windMps: gustMps, visibilityM, ceilingM } = rules
    const off = ALERT_KINDS.filter((kind) => rules.off.includes(STAGE_OF[kind]))
    const settings = { off, gustMps, visibilityM, ceilingM }
    return this.#check(icao, { icao, holdTimer: null, report, category }, nowMs, settings)
  }

  /** `lost`: null where that is not known. */
  lines(lost: Record<'lightning' | 'reports', boolean | null>, nowMs: number): Raised[] {
    return this.#check('', { icao: null, lost }, nowMs)
  }

  /** Remembers nothing more of what is not among these. */
  keepOnly(keys: { has(key: string): boolean }): void {
    for (const key of [...this.#memories.keys()].filter((each) => !keys.has(each))) {
      this.#memories.delete(key)
      this.#changed.add(key)
    }
  }

  /** The memories that have changed since the last call; null where there is none any more. */
  takeChanges(): [key: string, memory: AlertMemory | null][] {
    const changes = [...this.#changed].map((key): [string, AlertMemory | null] => [
      key,
      this.#memories.get(key) ?? null,
    ])
    this.#changed.clear()
    return changes
  }

  #check(key: string, facts: AlertFacts, nowMs: number, settings = ALERT_SETTINGS_DEFAULT): Raised[] {
    const before = this.#memories.get(key) ?? {}
    const { memory, raised } = checkAlerts(before, facts, settings, nowMs)
    if (memory !== before) {
      this.#memories.set(key, memory)
      this.#changed.add(key)
    }
    return raised.map(raisedOf)
  }
}

function raisedOf({ kind, icao, atMs, data }: RaisedAlert): Raised {
  const { obsMs, from, ...values } = data
  const known = Object.entries(values).filter((entry): entry is [string, string | number] => entry[1] !== null)
  const cause = icao === null ? `${kind}-${Math.floor(atMs)}` : [obsMs, ...known.map(([, value]) => value)].join('-')
  // Metres are whole: a ceiling of 300 ft is no more exact than 91 m.
  const rounded = (name: string, value: number) => Number(value.toFixed(name === 'm' ? 0 : 1))
  const told = known.map(([name, value]) => [name, typeof value === 'number' ? rounded(name, value) : value] as const)
  const details = { ...Object.fromEntries(told), ...(icao === null && { feed: kind.slice(0, -'-lost'.length) }) }
  return { placeId: icao, stage: STAGE_OF[kind], cause, struckMs: null, distanceKm: null, arrival: null, details }
}
