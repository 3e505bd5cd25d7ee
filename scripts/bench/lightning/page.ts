import * as maplibre from 'maplibre-gl'
import 'maplibre-gl/dist/maplibre-gl.css'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
import type { StrikeRecord } from '../../../src/contract/lightning.ts'
import { createDay, type DayHour } from './day.ts'
import { createDeck } from './deck.ts'
import { createSetData, createUpdateData } from './geojson.ts'
import { watchGpu } from './gpu-memory.ts'
import { createOurs } from './ours.ts'
import { makeRecords } from './records.ts'
import type { Scene, Subject } from './subject.ts'

/** What the runner asks of the page, and what it is told. */
export interface Cell {
  subject: keyof typeof SUBJECTS
  alive: number
  rate: number
  /** How long after a frame the next one is asked for; as the page does while strikes flash. */
  frameEveryMs?: number
}

export interface Measured {
  seconds: number
  batches: number
  /** Main thread held by the call that takes a batch in, and by its upload where that can be told; the median. */
  batchMs: number
  batchWorstMs: number
  /** From the call until a frame with the batch has been drawn; the median, null where none was before the end. */
  onScreenMs: number | null
  frames: number
  /** Main thread held by a frame without a new batch; the median. */
  frameMs: number
  longTasks: number
  longestTaskMs: number
  gpuBytes: number
  jsBytes: number | null
  /** The frames are those of a canvas over the map. */
  ownCanvas: boolean
}

declare global {
  var bench: {
    fill(cell: Cell): Promise<number>
    prepare(seconds: number): void
    warmUp(): Promise<Measured>
    measure(most?: number): Promise<Measured>
    pick(): number | null
    /** Instead of all that: the next hour of a day. */
    hour(): Promise<DayHour & { gpuBytes: number }>
  }
}

const FRAME_MS = 33
const PREPARED_IN_MS = 1_500
const WARM_UP = 4
/** What comes struck so long ago, and of short windows no more than this share: else it would be gone as it comes. */
const DELAY_MS = 4_000
const DELAY_SHARE = 0.05
const NOTHING = { fill: async () => {}, batch: async () => {} }
const SUBJECTS = {
  // What the map costs by itself: drawing, and standing still.
  bare: (): Subject => ({ ...NOTHING, draw: () => map.triggerRepaint() }),
  still: (): Subject => ({ ...NOTHING, draw: () => {} }),
  ours: createOurs,
  'geojson-set': createSetData,
  'geojson-update': createUpdateData,
  deck: createDeck,
}

const gpuBytes = watchGpu()
maplibre.setWorkerUrl(workerUrl)
const map = new maplibre.Map({
  container: 'map',
  style: {
    version: 8,
    sources: {},
    layers: [{ id: 'ground', type: 'background', paint: { 'background-color': '#0b1017' } }],
  },
  center: [107, 32.5],
  zoom: 3.7,
  attributionControl: false,
  fadeDuration: 0,
})
const loaded = new Promise((resolve) => map.once('load', resolve))

let subject: Subject | null = null
let cell: Cell | null = null
let batches: StrikeRecord[][] = []
let startMs = 0
let passHour: (() => Promise<DayHour>) | null = null

globalThis.bench = {
  async fill(given: Cell): Promise<number> {
    await loaded
    cell = given
    const windowMs = windowOf(given)
    const scene: Scene = { map, over: document.getElementById('over')!, alive: given.alive, windowMs }
    subject = SUBJECTS[given.subject](scene)
    const nowMs = Date.now()
    const records = makeRecords(given.alive, nowMs - windowMs, nowMs)
    const began = performance.now()
    await subject.fill(records, nowMs)
    return performance.now() - began
  },

  /** Makes what will come, so that the making is not measured. */
  prepare(seconds: number): void {
    startMs = Date.now() + PREPARED_IN_MS
    const delayMs = cell ? Math.min(DELAY_MS, windowOf(cell) * DELAY_SHARE) : DELAY_MS
    batches = Array.from({ length: WARM_UP + seconds }, (_, i) => {
      const arrivesMs = startMs + i * 1_000
      return makeRecords(cell?.rate ?? 0, arrivesMs - delayMs - 1_000, arrivesMs - delayMs)
    })
  },

  /** How long it takes to find what is under the pointer; null where that is not measured. */
  pick(): number | null {
    return subject && pickTime(subject)
  },

  async hour() {
    await loaded
    passHour ??= createDay(map)
    return { ...(await passHour()), gpuBytes: gpuBytes() }
  },

  /** The first batches, until the engine has compiled what it meets: they are not measured. */
  warmUp(): Promise<Measured> {
    return globalThis.bench.measure(WARM_UP)
  },

  async measure(most = Number.POSITIVE_INFINITY): Promise<Measured> {
    if (!subject || !cell) throw new Error('Nothing has been filled.')
    const measured = subject
    const { frameEveryMs = FRAME_MS } = cell
    await pass(startMs - Date.now())
    const calls: number[] = []
    const shown: number[] = []
    const frames: number[] = []
    const tasks: number[] = []
    const observer = new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration)))
    observer.observe({ type: 'longtask' })

    const ownCanvas = cell.subject === 'deck'
    let isFresh = false
    let drawing: ReturnType<typeof setTimeout> | null = null
    const mapFrame = timeFrames(() => {
      if (!ownCanvas) drawSoon()
      if (!measured.ownFrameMs) return
      const ms = measured.ownFrameMs()
      if (isFresh) calls[calls.length - 1]! += ms
      else frames.push(ms)
      isFresh = false
    })
    /** As the page does: the next frame is asked for so long after the last one has been drawn. */
    function drawSoon() {
      if (drawing !== null) clearTimeout(drawing)
      drawing = setTimeout(() => {
        drawing = null
        const began = performance.now()
        measured.draw()
        if (!ownCanvas) return
        frames.push(performance.now() - began)
        drawSoon()
      }, frameEveryMs)
    }
    drawSoon()
    const began = performance.now()
    for (const records of batches.splice(0, most)) {
      const nowMs = Date.now()
      const calledAt = performance.now()
      const done = measured.batch(records, nowMs)
      calls.push(performance.now() - calledAt)
      isFresh = true
      void done.then(() => shown.push(performance.now() - calledAt))
      await pass(1_000 - (performance.now() - calledAt))
    }
    if (drawing !== null) clearTimeout(drawing)
    drawing = null
    const spentMs = performance.now() - began
    mapFrame.stop()
    observer.disconnect()
    const ownFrames = frames.length > 0 ? frames : mapFrame.durations
    return {
      seconds: spentMs / 1_000,
      batches: calls.length,
      batchMs: median(calls) ?? 0,
      batchWorstMs: Math.max(...calls),
      onScreenMs: median(shown),
      frames: ownCanvas ? frames.length : mapFrame.durations.length,
      frameMs: median(ownFrames) ?? 0,
      longTasks: tasks.length,
      longestTaskMs: Math.max(0, ...tasks),
      gpuBytes: gpuBytes(),
      jsBytes: measured.jsBytes?.() ?? null,
      ownCanvas,
    }
  },
}

/** How long the map's frames hold the main thread: from the first callback of a frame to the end of its drawing. */
function timeFrames(each: () => void) {
  const durations: number[] = []
  const original = map._render.bind(map)
  map._render = (paintStartTimeStamp: number) => {
    const began = performance.now()
    const result = original(paintStartTimeStamp)
    durations.push(performance.now() - began)
    each()
    return result
  }
  return {
    durations,
    stop: () => {
      map._render = original
    },
  }
}

/** The median of picks all over the map. */
function pickTime({ pick }: Subject): number | null {
  if (!pick) return null
  const times: number[] = []
  for (let i = 0; i < 40; i++) {
    const began = performance.now()
    pick(innerWidth * ((i * 0.37) % 1), innerHeight * ((i * 0.61) % 1))
    times.push(performance.now() - began)
  }
  return median(times)
}

/** As long as it takes for so many to come; the page itself keeps at most two hours. */
function windowOf({ alive, rate }: Cell): number {
  return Math.min(120 * 60_000, (alive / rate) * 1_000)
}

function median(values: readonly number[]): number | null {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? null
}

function pass(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)))
}
