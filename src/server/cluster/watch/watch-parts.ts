import { z } from 'zod'
import { DAY_MS } from '../../../core/time/durations.ts'
import type { NumberedChange, WatchCopy } from '../../history/watch-store.ts'

/** Characters of a message of NATS (1 MiB), even if they cannot be compressed. */
const MESSAGE_MAX_CHARS = 600_000
/** Longest text of a state. */
export const STATE_MAX_CHARS = 300_000
const ALARMS_OF_PART = 500
const STATE_PARTS = 64

export const STATE_KEY = 'state'
const keySchema = z.tuple([z.enum(['alarms', 'states', 'journal']), z.coerce.number().int().min(0)])

/** A position in the log of alarms. */
const placeSchema = z.object({ identity: z.string(), number: z.number() })
export type PlaceInLog = z.infer<typeof placeSchema>

/** Null if invalid. */
export function readPlace(value: unknown): PlaceInLog | null {
  return placeSchema.safeParse(value).data ?? null
}

/** A stored part: alarms of a range of revisions, states of some names, or the journal of a day. */
export type Part = z.infer<typeof keySchema>

export const keyOf = ([of, number]: Part) => `${of}.${number}`

/** Null if invalid. */
export function partOf(key: string): Part | null {
  return keySchema.safeParse(key.split('.')).data ?? null
}

const alarmsPart = (rev: number): Part => ['alarms', Math.floor(rev / ALARMS_OF_PART)]
export const revsOf = ([, number]: Part) => [number * ALARMS_OF_PART, (number + 1) * ALARMS_OF_PART] as const
export const journalPart = (at: string): Part => ['journal', Math.floor(Date.parse(at) / DAY_MS)]

export function statesPart(name: string): Part {
  let hash = 0
  for (let i = 0; i < name.length; i++) hash = (hash * 31 + name.charCodeAt(i)) >>> 0
  return ['states', hash % STATE_PARTS]
}

/** All parts up to a revision, with the journal of these days. */
export function allParts(newestRev: number, days: Iterable<number>): Part[] {
  const alarms = Array.from({ length: alarmsPart(newestRev)[1] + 1 }, (_, i): Part => ['alarms', i])
  const states = Array.from({ length: STATE_PARTS }, (_, i): Part => ['states', i])
  return [...alarms, ...states, ...[...days].map((day): Part => ['journal', day])]
}

/** The parts that a change modifies. Call it before the change is applied. */
export function partsOf(change: NumberedChange, copy: Pick<WatchCopy, 'find'>): Part[] {
  const { added, acknowledged, states = [], deliveries = [], finished = [], settled = [], journal = [] } = change
  const touched = [
    ...deliveries.map(({ alarm }) => alarm.id),
    ...finished.map(({ row }) => row),
    ...settled.map(({ alarmId }) => alarmId),
  ]
  if (acknowledged) touched.push(acknowledged.alarm.id)
  const before = touched.flatMap((id) => copy.find(id) ?? [])
  const revs = [...added, ...before, ...(acknowledged ? [acknowledged] : [])].map(({ rev }) => rev)
  return [
    ...revs.map(alarmsPart),
    ...states.map(([name]) => statesPart(name)),
    ...journal.map(({ at }) => journalPart(at)),
  ]
}

export type WatchMarks = ReturnType<typeof createWatchMarks>

/** Which message of the log last changed each part, from message `begunAt` on. */
export function createWatchMarks(begunAt: number) {
  const latest = new Map<string, number>()
  return {
    begunAt,
    take(number: number, parts: readonly Part[]): void {
      for (const part of parts) latest.set(keyOf(part), number)
    },
    /** Alarms of these revisions expired by the time of that message. */
    forgotten(number: number, revs: readonly number[]): void {
      for (const rev of revs) latest.set(keyOf(alarmsPart(rev)), number + 1)
    },
    since: (number: number): Part[] =>
      [...latest].flatMap(([key, changed]) => (changed > number ? [partOf(key)!] : [])),
    /** Changes up to that message are stored. */
    forgetUpTo(number: number): void {
      for (const [key, changed] of latest) if (changed <= number) latest.delete(key)
    },
  }
}

/** Groups changes into messages, in order. A change with many states is split. */
export function messagesOf(changes: readonly NumberedChange[]): NumberedChange[][] {
  const messages: NumberedChange[][] = []
  let chars = Number.POSITIVE_INFINITY
  for (const each of changes.flatMap(withFewStates)) {
    const { length } = JSON.stringify(each)
    if (chars + length > MESSAGE_MAX_CHARS) {
      messages.push([])
      chars = 0
    }
    messages.at(-1)!.push(each)
    chars += length
  }
  return messages
}

function withFewStates(change: NumberedChange): NumberedChange[] {
  const { states = [], ...rest } = change
  const slices: (readonly [string, string | null])[][] = [[]]
  let chars = 0
  for (const state of states) {
    const length = state[0].length + (state[1]?.length ?? 0)
    if (chars > 0 && chars + length > STATE_MAX_CHARS) {
      slices.push([])
      chars = 0
    }
    slices.at(-1)!.push(state)
    chars += length
  }
  return slices.map((slice, i) => (i === 0 ? { ...rest, states: slice } : { ...NOTHING, states: slice }))
}

export const NOTHING: NumberedChange = { added: [], acknowledged: null }
