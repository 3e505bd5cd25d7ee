import { z } from 'zod'
import { DAY_MS } from '../../../core/time/durations.ts'
import type { NumberedChange, WatchCopy } from '../../history/watch-store.ts'

/** What a message of NATS holds of them (1 MiB), before it is packed: also where nothing of it can be made shorter. */
const MESSAGE_MAX_CHARS = 600_000
/** A text that fits in no message. */
export const STATE_MAX_CHARS = 300_000
const ALARMS_OF_PART = 500
const STATE_PARTS = 64

export const STATE_KEY = 'state'
const keySchema = z.tuple([z.enum(['alarms', 'states', 'journal']), z.coerce.number().int().min(0)])

/** Where a copy of the watch has come to: in which log, and after which message of it. */
const placeSchema = z.object({ identity: z.string(), number: z.number() })
export type PlaceInLog = z.infer<typeof placeSchema>

/** Null where it is none of ours. */
export function readPlace(value: unknown): PlaceInLog | null {
  return placeSchema.safeParse(value).data ?? null
}

/** What a key of the kept watch is for: alarms of so many revisions, states of some names, or what people did on a day. */
export type Part = z.infer<typeof keySchema>

export const keyOf = ([of, number]: Part) => `${of}.${number}`

/** Null where that is no key of a part. */
export function partOf(key: string): Part | null {
  const { success, data } = keySchema.safeParse(key.split('.'))
  return success ? data : null
}

export const alarmsPart = (rev: number): Part => ['alarms', Math.floor(rev / ALARMS_OF_PART)]
export const revsOf = ([, number]: Part) => [number * ALARMS_OF_PART, (number + 1) * ALARMS_OF_PART] as const
export const journalPart = (at: string): Part => ['journal', Math.floor(Date.parse(at) / DAY_MS)]

export function statesPart(name: string): Part {
  let hash = 0
  for (let i = 0; i < name.length; i++) hash = (hash * 31 + name.charCodeAt(i)) >>> 0
  return ['states', hash % STATE_PARTS]
}

/** Everything that may be kept of a watch, up to that revision and with what people did on those days. */
export function allParts(newestRev: number, days: Iterable<number>): Part[] {
  const alarms = Array.from({ length: alarmsPart(newestRev)[1] + 1 }, (_, i): Part => ['alarms', i])
  const states = Array.from({ length: STATE_PARTS }, (_, i): Part => ['states', i])
  return [...alarms, ...states, ...[...days].map((day): Part => ['journal', day])]
}

/** The parts that are others once a change is applied. To be asked before it is. */
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

/** Changes as messages of the log, in order: what is one stays one but for its many states, which stand for themselves. */
export function messagesOf(changes: readonly NumberedChange[]): NumberedChange[][] {
  const messages: NumberedChange[][] = []
  let chars = Number.POSITIVE_INFINITY
  const push = (change: NumberedChange, length: number) => {
    if (chars + length > MESSAGE_MAX_CHARS) {
      messages.push([])
      chars = 0
    }
    messages.at(-1)!.push(change)
    chars += length
  }
  for (const change of changes) {
    for (const each of withFewStates(change)) push(each, JSON.stringify(each).length)
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
