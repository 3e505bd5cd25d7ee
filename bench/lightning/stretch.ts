import type { StrikeRecord } from '../../src/contract/lightning.ts'
import type { StrikeClock } from './strike-clock.ts'
import type { Canvas, Subject } from './subject.ts'

/** Interval of frames, as in the page while strikes flash. */
const FRAME_MS = 33
const BATCH_EVERY_MS = 1_000
/** A subject that shows the last batch later has not caught up. */
const LATE_MS = 8_000

/** Results of runs; each adds to them. */
export interface Notes {
  /** Main thread time of the call that accepts a batch, and of its upload if separable. */
  calls: number[]
  /** From the call until a frame with the batch has been drawn. */
  shown: number[]
  /** Main thread held by a frame without a new batch. */
  frames: number[]
  longTasks: number[]
  /** All frames that were drawn, and for how long. */
  drawn: number
  seconds: number
}

export function emptyNotes(): Notes {
  return { calls: [], shown: [], frames: [], longTasks: [], drawn: 0, seconds: 0 }
}

/** Times and durations of frames, and whether all strikes became visible in that time. */
export interface Rhythm {
  atMs: number[]
  lastsMs: number
  isUp: boolean
}

interface Stretch {
  subject: Pick<Subject, 'batch' | 'ownFrameMs'>
  canvas: Canvas
  clock: StrikeClock
  /** One a second. */
  batches: readonly StrikeRecord[][]
  /** Frames at these moments; otherwise at a fixed interval. */
  rhythm: Rhythm | null
}

/** A second for each batch and frames meanwhile, until the last batch is on screen. */
export async function stretch({ subject, canvas, clock, batches, rhythm }: Stretch, notes: Notes): Promise<Rhythm> {
  const observer = new PerformanceObserver((list) =>
    notes.longTasks.push(...list.getEntries().map(({ duration }) => duration)),
  )
  observer.observe({ type: 'longtask' })
  const atMs: number[] = []
  const shown: Promise<void>[] = []
  const began = performance.now()
  const elapsed = () => performance.now() - began
  let asking: ReturnType<typeof setTimeout> | undefined
  let isFresh = false
  const askLater = () => {
    clearTimeout(asking)
    const waitMs = rhythm ? (rhythm.atMs[atMs.length] ?? Number.NaN) - elapsed() : FRAME_MS
    asking = Number.isNaN(waitMs) ? undefined : setTimeout(canvas.ask, waitMs)
  }
  const stop = canvas.watch((ms) => {
    atMs.push(elapsed())
    askLater()
    const ownMs = subject.ownFrameMs?.()
    if (ownMs === undefined) notes.frames.push(ms)
    else if (isFresh) notes.calls[notes.calls.length - 1]! += ownMs
    else notes.frames.push(ownMs)
    isFresh = false
  })
  askLater()
  clock.go(batches.length * BATCH_EVERY_MS)
  for (const [i, records] of batches.entries()) {
    await pass(i * BATCH_EVERY_MS - elapsed())
    const calledAt = performance.now()
    const done = subject.batch(records, clock.now())
    notes.calls.push(performance.now() - calledAt)
    isFresh = true
    shown.push(done.then(() => void notes.shown.push(performance.now() - calledAt)))
  }
  const isUp = await Promise.race([Promise.all(shown).then(() => true), pass(LATE_MS).then(() => false)])
  await pass((rhythm?.lastsMs ?? batches.length * BATCH_EVERY_MS) - elapsed())
  clearTimeout(asking)
  stop()
  observer.disconnect()
  const lastsMs = elapsed()
  notes.drawn += atMs.length
  notes.seconds += lastsMs / 1_000
  return { atMs, lastsMs, isUp }
}

export function pass(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)))
}
