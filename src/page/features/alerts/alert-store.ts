import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { isInstantMs } from '../../../contract/time.ts'
import { type Alarm, alarmSchema } from '../../../contract/watch/alarms.ts'
import { MINUTE_MS } from '../../../core/time/durations.ts'
import { fromVersion1, isStored } from './from-version-1.ts'
import { createLogStorage } from './log-storage.ts'
import { choiceOf, type OwnWeather, readWeather, type WeatherChoice, weatherOf } from './weather-choice.ts'

/** Maximum entries; the oldest are deleted. */
export const LOG_MAX = 300
const KEY = 'brontide.alerts'

/** Alerts that can be disabled, besides levels. */
export const ALERT_OFF = ['strike', 'speci', 'overdue', 'lightning-lost', 'reports-lost'] as const
export type AlertOff = (typeof ALERT_OFF)[number]

/** A row of the server with its state on this page. Times are Unix ms. */
export interface LoggedAlert {
  id: string
  /** The airport or place; null without one. */
  icao: string | null
  atMs: number
  seenMs: number | null
  acknowledgedMs: number | null
  alarm: Alarm
  /** Raised by the page only: the server does not have it. */
  isOfPage?: boolean
}

interface Kept {
  /** The newest first. */
  log: LoggedAlert[]
  off: readonly AlertOff[]
  weather: OwnWeather
  sound: boolean
  system: boolean
}

interface AlertState extends Kept {
  open: boolean
  /** Why acknowledging failed: no name yet, or a server error. */
  trouble: 'name' | 'failed' | null
  /** Rows whose acknowledgement waits for a name. */
  asked: readonly string[]
  /** Acknowledgements in progress, shown after a moment. */
  sending: readonly string[]
  /** Adds relevant rows, and applies acknowledgements of `rows`. Returns the new alerts that the log has room for. */
  takeAlarms(standing: readonly Alarm[], rows: readonly Alarm[]): readonly Alarm[]
  /** Adds rows that the page raised. */
  takeOwn(rows: readonly Alarm[]): void
  see(ids: readonly string[], nowMs: number): void
  acknowledge(ids: readonly string[], nowMs: number): void
  clearAcknowledged(): void
  toggle(kind: AlertOff): void
  setWeather(change: Partial<WeatherChoice>): void
  set(change: Partial<Pick<AlertState, 'open' | 'trouble' | 'asked' | 'sending' | 'sound' | 'system'>>): void
}

const { storage, flush } = createLogStorage<Kept>()

/**
 * Rows that require acknowledgement, and notification settings: stored in the browser, so that a reload changes
 * nothing.
 */
export const useAlerts = create<AlertState>()(
  persist(
    (set, get) => ({
      log: [],
      off: [],
      weather: null,
      sound: false,
      system: false,
      open: false,
      trouble: null,
      asked: [],
      sending: [],
      takeAlarms(standing, rows) {
        const { log } = get()
        const known = new Set(log.map(({ id }) => id))
        const fresh = standing.filter((row) => !known.has(row.id) && !log.some((each) => isOfPageToo(each, row)))
        const next = joined(log, fresh, rows)
        if (next !== log) set({ log: next })
        const kept = new Set(next.map(({ id }) => id))
        return fresh.filter(({ id }) => kept.has(id))
      },
      takeOwn: (rows) =>
        set(({ log }) => ({
          log: [...rows.map((row) => ({ ...logged(row), isOfPage: true })), ...log]
            .sort((a, b) => b.atMs - a.atMs)
            .slice(0, LOG_MAX),
        })),
      see: (ids, nowMs) =>
        set(({ log }) => ({ log: log.map((each) => (ids.includes(each.id) ? { ...each, seenMs: nowMs } : each)) })),
      acknowledge: (ids, nowMs) =>
        set(({ log }) => ({
          log: log.map((each) =>
            ids.includes(each.id) ? { ...each, seenMs: each.seenMs ?? nowMs, acknowledgedMs: nowMs } : each,
          ),
        })),
      clearAcknowledged: () => set(({ log }) => ({ log: log.filter((each) => !isCleared(each)) })),
      toggle: (kind) =>
        set(({ off }) => ({ off: off.includes(kind) ? off.filter((each) => each !== kind) : [...off, kind] })),
      setWeather: (change) => set(({ weather }) => ({ weather: weatherOf({ ...choiceOf(weather), ...change }) })),
      set: (change) => set(change),
    }),
    {
      name: KEY,
      version: 2,
      storage,
      partialize: ({ log, off, weather, sound, system }): Kept => ({ log, off, weather, sound, system }),
      // `merge` validates it.
      migrate: (kept) => fromVersion1(kept) as Kept,
      merge: (kept, now) => ({ ...now, ...readKept(kept) }),
    },
  ),
)

/**
 * Stores the last changes when the page is left, and applies changes made in another window, which the next alert here
 * would otherwise overwrite. Returns a function that stops this.
 */
export function keepInStorage(): () => void {
  const follow = ({ key, newValue }: StorageEvent) => {
    if (key !== KEY || newValue === null) return
    const { off, weather, sound, system } = useAlerts.getState()
    const here = { off, weather, sound, system }
    const there = { ...here, ...choicesOf(newValue) }
    if (JSON.stringify(there) !== JSON.stringify(here)) useAlerts.setState(there)
  }
  addEventListener('storage', follow)
  addEventListener('pagehide', flush)
  return () => {
    removeEventListener('storage', follow)
    removeEventListener('pagehide', flush)
  }
}

function choicesOf(text: string): Partial<Kept> {
  try {
    const { state } = JSON.parse(text) as { state?: unknown }
    if (!isStored(state)) return {}
    const { log, ...choices } = readKept(state)
    return choices
  } catch {
    return {} // written by another program
  }
}

/** Whether two rows are of the same change: a late strike may have changed the times. */
export function isSameChange(a: Alarm, b: Alarm): boolean {
  if (a.id === b.id) return true
  return (
    a.place?.id === b.place?.id &&
    a.ladder === b.ladder &&
    a.own === b.own &&
    a.step === b.step &&
    a.changed?.[0] === b.changed?.[0] &&
    Math.abs(Date.parse(a.at) - Date.parse(b.at)) < MINUTE_MS
  )
}

/** Whether the page raised the same row before the server did. */
function isOfPageToo({ isOfPage, alarm }: LoggedAlert, row: Alarm): boolean {
  return isOfPage === true && isSameChange(alarm, row)
}

/** The log with new rows, newest first; the same object without changes. */
function joined(log: LoggedAlert[], fresh: readonly Alarm[], rows: readonly Alarm[]): LoggedAlert[] {
  const known = new Map(rows.map((row) => [row.id, row]))
  let isChanged = fresh.length > 0
  const kept = log.map((each) => {
    const alarm = each.alarm.acknowledged ? undefined : known.get(each.id)
    if (!alarm || (!alarm.acknowledged && !each.isOfPage)) return each
    isChanged = true
    const { isOfPage: _, ...entry } = each
    const acknowledgedMs = alarm.acknowledged ? Date.parse(alarm.acknowledged.at) : each.acknowledgedMs
    return { ...entry, alarm, acknowledgedMs }
  })
  if (!isChanged) return log
  return [...fresh.map(logged), ...kept].sort((a, b) => b.atMs - a.atMs).slice(0, LOG_MAX)
}

function logged(alarm: Alarm): LoggedAlert {
  const { id, place, at } = alarm
  return { id, icao: place?.id ?? null, atMs: Date.parse(at), seenMs: null, acknowledgedMs: null, alarm }
}

/** Alerts dismissed on this page only would return, since they are unacknowledged. */
function isCleared({ acknowledgedMs, alarm, isOfPage }: LoggedAlert): boolean {
  return acknowledgedMs !== null && (isOfPage === true || alarm.acknowledged !== null)
}

/** The valid parts of the stored state, which may contain anything. */
function readKept(kept: unknown): Partial<Kept> {
  if (!isStored(kept)) return {}
  const { log, off, sound, system } = kept
  const read: Partial<Kept> = { sound: sound === true, system: system === true }
  if (Array.isArray(log)) read.log = log.filter(isLogged).slice(0, LOG_MAX)
  if (Array.isArray(off)) read.off = ALERT_OFF.filter((kind) => (off as unknown[]).includes(kind))
  const weather = readWeather(kept.weather)
  if (weather !== undefined) read.weather = weather
  return read
}

function isLogged(value: unknown): value is LoggedAlert {
  if (!isStored(value)) return false
  const isTime = (time: unknown) => time === null || isInstantMs(time)
  return (
    typeof value.id === 'string' &&
    isInstantMs(value.atMs) &&
    (value.icao === null || typeof value.icao === 'string') &&
    isTime(value.seenMs) &&
    isTime(value.acknowledgedMs) &&
    alarmSchema.safeParse(value.alarm).success
  )
}
