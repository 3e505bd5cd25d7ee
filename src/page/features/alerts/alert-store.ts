import { create } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'
import { isInstantMs } from '../../../contract/time.ts'
import { type Alarm, alarmSchema } from '../../../contract/watch/alarms.ts'
import { keptStorage } from '../../state/browser-storage.ts'
import { isSameChange } from './fallback.ts'
import { fromVersion1 } from './from-version-1.ts'
import { choiceOf, type OwnWeather, readWeather, type WeatherChoice, weatherOf } from './weather-choice.ts'

/** So many are kept; the oldest go. */
export const LOG_MAX = 300
const KEY = 'brontide.alerts'

/** What can be left out besides levels. */
export const ALERT_OFF = ['strike', 'speci', 'overdue', 'lightning-lost', 'reports-lost'] as const
export type AlertOff = (typeof ALERT_OFF)[number]

/** A row of the server and what became of it on this page. Times are Unix ms. */
export interface LoggedAlert {
  id: string
  /** The airport or place; null where it is of none. */
  icao: string | null
  atMs: number
  seenMs: number | null
  acknowledgedMs: number | null
  alarm: Alarm
  /** The page raised it by itself: nobody else knows of it. */
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
  /** What keeps somebody from acknowledging: no name was given yet, or the server did not take it. */
  trouble: 'name' | 'failed' | null
  /** Those whose acknowledging waits for a name. */
  asked: readonly string[]
  /** Those that the server is asked to take for longer than a moment. */
  sending: readonly string[]
  /** Takes in rows for those who look here, and which of `rows` somebody has acknowledged. Answers what is new. */
  takeAlarms(standing: readonly Alarm[], rows: readonly Alarm[]): readonly Alarm[]
  /** Takes in rows that the page found by itself. */
  takeOwn(rows: readonly Alarm[]): void
  see(ids: readonly string[], nowMs: number): void
  acknowledge(ids: readonly string[], nowMs: number): void
  clearAcknowledged(): void
  toggle(kind: AlertOff): void
  setWeather(change: Partial<WeatherChoice>): void
  set(change: Partial<Pick<AlertState, 'open' | 'trouble' | 'asked' | 'sending' | 'sound' | 'system'>>): void
}

/** Rows that ask for an acknowledgement, and how they are told: kept in the browser, so that a reload changes nothing. */
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
        return fresh
      },
      takeOwn: (rows) =>
        set(({ log }) => ({
          log: [...rows.map((row) => ({ ...logged(row), isOfPage: true })), ...log].slice(0, LOG_MAX),
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
      storage: createJSONStorage(keptStorage),
      partialize: ({ log, off, weather, sound, system }): Kept => ({ log, off, weather, sound, system }),
      // `merge` validates it.
      migrate: (kept) => fromVersion1(kept) as Kept,
      merge: (kept, now) => ({ ...now, ...readKept(kept) }),
    },
  ),
)

/** Has what is chosen in another window hold here too; else the next alert here would write over it. The answer ends that. */
export function followOtherWindows(): () => void {
  const follow = ({ key, newValue }: StorageEvent) => {
    if (key !== KEY || newValue === null) return
    const { off, weather, sound, system } = useAlerts.getState()
    const here = { off, weather, sound, system }
    const there = { ...here, ...choicesOf(newValue) }
    if (JSON.stringify(there) !== JSON.stringify(here)) useAlerts.setState(there)
  }
  addEventListener('storage', follow)
  return () => removeEventListener('storage', follow)
}

function choicesOf(text: string): Partial<Kept> {
  try {
    const { state } = JSON.parse(text) as { state?: unknown }
    if (!isObject(state)) return {}
    const { log, ...choices } = readKept(state)
    return choices
  } catch {
    return {} // written by something else
  }
}

/** Whether the page told of the same by itself before the server did. */
function isOfPageToo({ isOfPage, alarm }: LoggedAlert, row: Alarm): boolean {
  return isOfPage === true && isSameChange(alarm, row)
}

/** The log with new rows, the newest first; the same where nothing is new in it. */
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

/** What was set aside here alone would come back, since nobody has acknowledged it. */
function isCleared({ acknowledgedMs, alarm, isOfPage }: LoggedAlert): boolean {
  return acknowledgedMs !== null && (isOfPage === true || alarm.acknowledged !== null)
}

/** What can be used of what the browser kept: somebody may have written anything there. */
function readKept(kept: unknown): Partial<Kept> {
  if (!isObject(kept)) return {}
  const { log, off, sound, system } = kept
  const read: Partial<Kept> = { sound: sound === true, system: system === true }
  if (Array.isArray(log)) read.log = log.filter(isLogged).slice(0, LOG_MAX)
  if (Array.isArray(off)) read.off = ALERT_OFF.filter((kind) => (off as unknown[]).includes(kind))
  const weather = readWeather(kept.weather)
  if (weather !== undefined) read.weather = weather
  return read
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isLogged(value: unknown): value is LoggedAlert {
  if (!isObject(value)) return false
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
