import { create } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'
import { isInstantMs } from '../../../contract/time.ts'
import { type Alarm, alarmSchema } from '../../../contract/watch/alarms.ts'
import {
  ALERT_KINDS,
  ALERT_LIMITS,
  ALERT_SETTINGS_DEFAULT,
  type AlertKind,
  type AlertMemory,
  type AlertSettings,
  type RaisedAlert,
} from '../../../core/airports/alert-rules.ts'
import { keptStorage } from '../../state/browser-storage.ts'
import { kindOf } from './own-choice.ts'

/** So many are kept; the oldest go. */
export const LOG_MAX = 300
const KEY = 'brontide.alerts'

/** An alert and what became of it. Times are Unix ms. */
export interface LoggedAlert extends RaisedAlert {
  id: string
  seenMs: number | null
  acknowledgedMs: number | null
  /** What the watch of the server raised; absent where the page did by its own rules. */
  alarm?: Alarm
}

interface Kept {
  memory: AlertMemory
  /** The newest first, and of a moment a strike before a report. */
  log: LoggedAlert[]
  settings: AlertSettings
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
  remember(memory: AlertMemory, raised: readonly RaisedAlert[]): void
  /** Takes in what the server raised for those who look here, and which of `alarms` somebody has seen to. Answers what is new. */
  takeAlarms(standing: readonly Alarm[], alarms: readonly Alarm[]): readonly Alarm[]
  see(ids: readonly string[], nowMs: number): void
  acknowledge(ids: readonly string[], nowMs: number): void
  clearAcknowledged(): void
  setSettings(change: Partial<AlertSettings>): void
  toggleKind(kind: AlertKind): void
  set(change: Partial<Pick<AlertState, 'open' | 'trouble' | 'asked' | 'sending' | 'sound' | 'system'>>): void
}

/** What was raised, what is remembered of it, and how it is told: kept in the browser, so that a reload changes nothing. */
export const useAlerts = create<AlertState>()(
  persist(
    (set, get) => ({
      memory: {},
      log: [],
      settings: ALERT_SETTINGS_DEFAULT,
      sound: false,
      system: false,
      open: false,
      trouble: null,
      asked: [],
      sending: [],
      remember: (memory, raised) =>
        set(({ log }) => ({ memory, log: [...raised.map(logged), ...log].slice(0, LOG_MAX) })),
      takeAlarms(standing, alarms) {
        const { log } = get()
        const known = new Set(log.map(({ id }) => id))
        const fresh = standing.filter(({ id }) => !known.has(id))
        const next = joined(log, fresh, alarms)
        if (next !== log) set({ log: next })
        return fresh
      },
      see: (ids, nowMs) =>
        set(({ log }) => ({ log: log.map((each) => (ids.includes(each.id) ? { ...each, seenMs: nowMs } : each)) })),
      acknowledge: (ids, nowMs) =>
        set(({ log }) => ({
          log: log.map((each) =>
            ids.includes(each.id) ? { ...each, seenMs: each.seenMs ?? nowMs, acknowledgedMs: nowMs } : each,
          ),
        })),
      clearAcknowledged: () => set(({ log }) => ({ log: log.filter((each) => !isCleared(each)) })),
      setSettings: (change) => set(({ settings }) => ({ settings: { ...settings, ...change } })),
      toggleKind: (kind) =>
        set(({ settings }) => {
          const { off } = settings
          const now = off.includes(kind) ? off.filter((each) => each !== kind) : [...off, kind]
          return { settings: { ...settings, off: now } }
        }),
      set: (change) => set(change),
    }),
    {
      name: KEY,
      version: 1,
      storage: createJSONStorage(keptStorage),
      partialize: ({ memory, log, settings, sound, system }): Kept => ({ memory, log, settings, sound, system }),
      merge: (kept, now) => ({ ...now, ...readKept(kept) }),
    },
  ),
)

/** Has what is chosen in another window hold here too; else the next alert here would write over it. The answer ends that. */
export function followOtherWindows(): () => void {
  const follow = ({ key, newValue }: StorageEvent) => {
    if (key !== KEY || newValue === null) return
    const { settings, sound, system } = useAlerts.getState()
    const here = { settings, sound, system }
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
    const { memory, log, ...choices } = readKept(state)
    return choices
  } catch {
    return {} // written by something else
  }
}

function logged(raised: RaisedAlert): LoggedAlert {
  const id = [raised.icao ?? '', raised.kind, raised.atMs].join('/')
  return { ...raised, id, seenMs: null, acknowledgedMs: null }
}

/** The log with what the server raised, the newest first; the same where nothing is new in it. */
function joined(log: LoggedAlert[], fresh: readonly Alarm[], alarms: readonly Alarm[]): LoggedAlert[] {
  const seen = new Map(alarms.map((alarm) => [alarm.id, alarm]))
  let isChanged = fresh.length > 0
  const kept = log.map((each) => {
    const alarm = each.alarm && !each.alarm.acknowledged ? seen.get(each.alarm.id) : undefined
    if (!alarm?.acknowledged) return each
    isChanged = true
    return { ...each, alarm, acknowledgedMs: Date.parse(alarm.acknowledged.at) }
  })
  if (!isChanged) return log
  return [...fresh.map(loggedAlarm), ...kept].sort((a, b) => b.atMs - a.atMs).slice(0, LOG_MAX)
}

function loggedAlarm(alarm: Alarm): LoggedAlert {
  const { id, place, at } = alarm
  const kind = kindOf(alarm) ?? 'strike'
  const times = { atMs: Date.parse(at), seenMs: null, acknowledgedMs: null }
  return { id, kind, icao: place?.id ?? null, data: {}, ...times, alarm }
}

/** What was set aside here alone would come back, since nobody has acknowledged it. */
function isCleared({ acknowledgedMs, alarm }: LoggedAlert): boolean {
  return acknowledgedMs !== null && (!alarm || alarm.acknowledged !== null)
}

/** What can be used of what the browser kept: somebody may have written anything there. */
function readKept(kept: unknown): Partial<Kept> {
  if (!isObject(kept)) return {}
  const { memory, log, settings, sound, system } = kept
  const read: Partial<Kept> = { sound: sound === true, system: system === true }
  if (isObject(memory) && Object.values(memory).every(isRemembered)) read.memory = memory as AlertMemory
  if (Array.isArray(log)) read.log = log.filter(isLogged).slice(0, LOG_MAX)
  if (isObject(settings)) read.settings = readSettings(settings)
  return read
}

function readSettings(kept: Record<string, unknown>): AlertSettings {
  const number = (name: 'gustMps' | 'visibilityM' | 'ceilingM') => {
    const value = kept[name]
    const [least, most] = ALERT_LIMITS[name]
    return isNumber(value) && value >= least && value <= most ? value : ALERT_SETTINGS_DEFAULT[name]
  }
  const off = Array.isArray(kept.off) ? ALERT_KINDS.filter((kind) => (kept.off as unknown[]).includes(kind)) : []
  return { off, gustMps: number('gustMps'), visibilityM: number('visibilityM'), ceilingM: number('ceilingM') }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isRemembered(value: unknown): boolean {
  return (
    isObject(value) && isNumber(value.level) && isObject(value.toldMs) && Object.values(value.toldMs).every(isInstantMs)
  )
}

/** `1e999` is read as infinite. */
function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value)
}

function isLogged(value: unknown): value is LoggedAlert {
  if (!isObject(value) || !isObject(value.data)) return false
  const isTime = (time: unknown) => time === null || isInstantMs(time)
  return (
    typeof value.id === 'string' &&
    isInstantMs(value.atMs) &&
    ALERT_KINDS.some((kind) => kind === value.kind) &&
    (value.icao === null || typeof value.icao === 'string') &&
    isTime(value.seenMs) &&
    isTime(value.acknowledgedMs) &&
    (value.alarm === undefined || alarmSchema.safeParse(value.alarm).success)
  )
}
