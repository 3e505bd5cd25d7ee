import { create } from 'zustand'
import type { Alarm } from '../../../contract/watch/alarms.ts'
import { Emitter } from '../../../core/util/emitter.ts'
import { isRelevantTo } from '../places/place-store.ts'

/** State of the connection to the server's alarms. `sinceMs`: start of the unknown period, Unix ms. */
export type AlarmLine =
  | { kind: 'none' }
  | { kind: 'connecting' }
  | { kind: 'live' }
  | { kind: 'broken'; sinceMs: number }

/** A broken stream usually resumes within this time. */
const SILENT_MS = 15_000

/** Start of a silence of the server after which the page evaluates levels, Unix ms; null otherwise. */
export function silentSince(line: AlarmLine, nowMs: number): number | null {
  return line.kind === 'broken' && nowMs - line.sinceMs >= SILENT_MS ? line.sinceMs : null
}

/** Maximum held rows; older ones are loaded on request. */
export const ALARMS_HELD_MAX = 1_000

interface AlarmLog {
  /** `none` on a server without alarms. */
  line: AlarmLine
  /** The newest first. */
  alarms: readonly Alarm[]
  /** Alarms of viewer rules, which the common log lacks; newest first. */
  own: readonly Alarm[]
  setLine(line: AlarmLine): void
  /** Adds new rows, and updates acknowledged ones. */
  take(alarms: readonly Alarm[]): void
}

/** The alarms of the server, as held by the page. Written by `follow-alarms.ts` alone. */
export const useAlarmLog = create<AlarmLog>()((set) => ({
  line: { kind: 'none' },
  alarms: [],
  own: [],
  setLine: (line) => set({ line }),
  take: (taken) =>
    set((state) => {
      const own = taken.filter(isOwn)
      const alarms = taken.filter((alarm) => !isOwn(alarm))
      return {
        ...(alarms.length > 0 && { alarms: joinAlarms(alarms, state.alarms).slice(0, ALARMS_HELD_MAX) }),
        ...(own.length > 0 && { own: joinAlarms(own, state.own).slice(0, ALARMS_HELD_MAX) }),
      }
    }),
}))

/** Raised by a rule of the viewer's own, for them alone. */
export function isOwn({ own }: Alarm): boolean {
  return own !== undefined
}

/** Two lists in one, the newest first; an alarm of both is that of the first unless only the other is acknowledged. */
export function joinAlarms(some: readonly Alarm[], others: readonly Alarm[]): Alarm[] {
  const byId = new Map(some.map((alarm) => [alarm.id, alarm]))
  const rest = others.filter((alarm) => {
    const same = byId.get(alarm.id)
    if (!same) return true
    if (!same.acknowledged && alarm.acknowledged) byId.set(alarm.id, alarm)
    return false
  })
  return [...byId.values(), ...rest].sort((a, b) => (a.at === b.at ? ofOneMoment(a, b) : a.at < b.at ? 1 : -1))
}

/**
 * One strike may raise alert and alarm at the same moment: the alarm follows from the alert, and is listed above it.
 */
function ofOneMoment(a: Alarm, b: Alarm): number {
  return Number(b.stage === 'alarm') - Number(a.stage === 'alarm') || (a.id < b.id ? 1 : -1)
}

/**
 * Rows that require acknowledgement: steps up and possible levels; never `quiet` rows, tests and records by persons.
 */
export function isOpen({ step, stage, acknowledged }: Alarm): boolean {
  if (acknowledged !== null) return false
  if (step !== undefined && step !== 'service') return step === 'up' || step === 'expected'
  return stage !== 'quiet' && stage !== 'test' && stage !== 'stop'
}

/** Open, and relevant for the pinned airports and places; with places pinned, others are not relevant. */
export function isRelevantHere(alarm: Alarm, watched: readonly string[]): boolean {
  const { place } = alarm
  if (!isOpen(alarm) || !place) return isOpen(alarm)
  return place.group === 'airports' ? watched.includes(place.id) : isRelevantTo(place.id, watched)
}

const counts = new WeakMap<readonly Alarm[], { watched: readonly string[]; count: number }>()

/** The number of these that are open and relevant, counted once for each list. */
export function countRelevantHere(alarms: readonly Alarm[], watched: readonly string[]): number {
  const held = counts.get(alarms)
  if (held?.watched === watched) return held.count
  const count = alarms.filter((alarm) => isRelevantHere(alarm, watched)).length
  counts.set(alarms, { watched, count })
  return count
}

/** New alarms, each once. */
export const raisedAlarms = new Emitter<readonly Alarm[]>()
