import { create } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'
import { isInstantMs } from '../../../contract/time.ts'
import {
  ALERT_KINDS,
  ALERT_SETTINGS_DEFAULT,
  type AlertKind,
  type AlertMemory,
  type AlertSettings,
  type RaisedAlert,
} from '../../../core/airports/alert-rules.ts'
import { keptStorage } from '../../state/browser-storage.ts'

/** So many are kept; the oldest go. */
export const LOG_MAX = 300
const KEY = 'brontide.alerts'

/** An alert and what became of it. Times are Unix ms. */
export interface LoggedAlert extends RaisedAlert {
  id: string
  seenMs: number | null
  acknowledgedMs: number | null
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
  remember(memory: AlertMemory, raised: readonly RaisedAlert[]): void
  see(ids: readonly string[], nowMs: number): void
  acknowledge(ids: readonly string[], nowMs: number): void
  clearAcknowledged(): void
  setSettings(change: Partial<AlertSettings>): void
  toggleKind(kind: AlertKind): void
  set(change: Partial<Pick<AlertState, 'open' | 'sound' | 'system'>>): void
}

/** What was raised, what is remembered of it, and how it is told: kept in the browser, so that a reload changes nothing. */
export const useAlerts = create<AlertState>()(
  persist(
    (set) => ({
      memory: {},
      log: [],
      settings: ALERT_SETTINGS_DEFAULT,
      sound: false,
      system: false,
      open: false,
      remember: (memory, raised) =>
        set(({ log }) => ({ memory, log: [...raised.map(logged), ...log].slice(0, LOG_MAX) })),
      see: (ids, nowMs) =>
        set(({ log }) => ({ log: log.map((each) => (ids.includes(each.id) ? { ...each, seenMs: nowMs } : each)) })),
      acknowledge: (ids, nowMs) =>
        set(({ log }) => ({
          log: log.map((each) =>
            ids.includes(each.id) ? { ...each, seenMs: each.seenMs ?? nowMs, acknowledgedMs: nowMs } : each,
          ),
        })),
      clearAcknowledged: () => set(({ log }) => ({ log: log.filter((each) => each.acknowledgedMs === null) })),
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

function logged(raised: RaisedAlert): LoggedAlert {
  const id = [raised.icao ?? '', raised.kind, raised.atMs].join('/')
  return { ...raised, id, seenMs: null, acknowledgedMs: null }
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
    return isNumber(value) && value >= 0 ? value : ALERT_SETTINGS_DEFAULT[name]
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
    isTime(value.acknowledgedMs)
  )
}
