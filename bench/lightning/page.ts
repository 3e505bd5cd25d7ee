import * as maplibre from 'maplibre-gl'
import { MINUTE_MS } from '../../src/core/time/durations.ts'
import 'maplibre-gl/dist/maplibre-gl.css'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
import type { StrikeRecord } from '../../src/contract/lightning.ts'
import { keepStateOf } from '../../src/page/map/gl/gl-state-tracking.ts'
import { createDay, type DayHour } from './day.ts'
import { createDeck } from './deck.ts'
import { createSetData, createUpdateData } from './geojson.ts'
import { watchGpu } from './gpu-memory.ts'
import { watchDrawing } from './gpu-work.ts'
import { mapCanvas } from './map-canvas.ts'
import { createOurs } from './ours.ts'
import { makeRecords } from './records.ts'
import { emptyNotes, pass, type Rhythm, stretch } from './stretch.ts'
import { StrikeClock } from './strike-clock.ts'
import type { Canvas, Scene, Subject } from './subject.ts'

/** Parameters of the page from the runner, and its results. */
export interface Cell {
  subject: keyof typeof SUBJECTS
  alive: number
  rate: number
}

export interface Measured {
  seconds: number
  batches: number
  /** Main thread time of the call that accepts a batch, and of its upload if separable; the median. */
  batchMs: number
  batchWorstMs: number
  /** From the call until a frame with the batch has been drawn; the median, null if none was before the end. */
  onScreenMs: number | null
  frames: number
  /** Main thread held by a frame without a new batch; the median. */
  frameMs: number
  longTasks: number
  longestTaskMs: number
  /** Beyond the memory of map and page alone. */
  gpuBytes: number
  jsBytes: number | null
  pickMs: number | null
}

declare global {
  var bench: {
    fill(cell: Cell): Promise<number>
    /** Creates the strikes of the next seconds. */
    prepare(seconds: number): void
    /**
     * Sends the strikes, a second's at once, and draws frames as the page does while strikes flash, until they are
     * visible; returns whether they were.
     */
    run(): Promise<boolean>
    /** From now on the GPU's share is cut short. */
    cut(): Promise<void>
    /** As `run`; returns the number of frames, null if the strikes did not become visible. */
    withStrikes(): Promise<number | null>
    /** The frames of the stretch before at the same moments, without strikes; how many. */
    withoutStrikes(): Promise<number>
    /** Measurements since the last call. */
    report(): Measured
    /** Alternatively: the next hour of a day. */
    hour(): Promise<DayHour & { gpuBytes: number }>
  }
}

/** Drawn before CPU is measured: until then the engine compiles the code of a frame. */
const WARM_UP_FRAMES = 200
/** When the strikes' clock begins, so that each run meets the same. */
const START_MS = Date.UTC(2026, 6, 1)
/** Deferred work of a run is part of it. */
const REST_MS = 100
/** Age of arriving strikes; in short windows at most this share, since they would expire on arrival. */
const DELAY_MS = 4_000
const DELAY_SHARE = 0.05
const NOTHING: Subject = { fill: async () => {}, batch: async () => {} }
const SUBJECTS = {
  /** For the measure itself: the map without strikes beside the same. */
  nothing: (): Subject => NOTHING,
  ours: createOurs,
  'geojson-set': createSetData,
  'geojson-update': createUpdateData,
  deck: createDeck,
}

const gpuBytes = watchGpu()
const cutDrawing = watchDrawing()
maplibre.setWorkerUrl(workerUrl)

interface Filled {
  cell: Cell
  subject: Subject
  canvas: Canvas
  bare: Canvas
  clock: StrikeClock
  ownGpuBytes(): number
}
let filled: Filled | null = null
let batches: StrikeRecord[][] = []
let notes = emptyNotes()
let rhythm: Rhythm = { atMs: [], lastsMs: 0, isUp: true }
let passHour: (() => Promise<DayHour>) | null = null

globalThis.bench = {
  async fill(cell: Cell): Promise<number> {
    const bareMap = await createMap('bare')
    const map = await createMap('map')
    const clock = new StrikeClock(START_MS)
    const windowMs = windowOf(cell)
    const emptyBytes = gpuBytes()
    const over = document.getElementById('over') as HTMLDivElement
    const scene: Scene = { map, over, alive: cell.alive, windowMs, nowMs: () => clock.now() }
    const subject = SUBJECTS[cell.subject](scene)
    const records = makeRecords(cell.alive, clock.now() - windowMs, clock.now())
    const began = performance.now()
    await subject.fill(records, clock.now())
    const tookMs = performance.now() - began
    filled = {
      cell,
      subject,
      canvas: subject.canvas ?? mapCanvas(map),
      bare: subject.bare ?? mapCanvas(bareMap),
      clock,
      ownGpuBytes: () => gpuBytes() - emptyBytes,
    }
    return tookMs
  },

  prepare(seconds) {
    const { clock, cell } = ready()
    const delayMs = Math.min(DELAY_MS, windowOf(cell) * DELAY_SHARE)
    batches = Array.from({ length: seconds }, (_, i) => {
      const arrivesMs = clock.now() + i * 1_000
      return makeRecords(cell.rate, arrivesMs - delayMs - 1_000, arrivesMs - delayMs)
    })
  },

  async run() {
    const { subject, canvas, clock } = ready()
    return (await stretch({ subject, canvas, clock, batches, rhythm: null }, notes)).isUp
  },

  async cut() {
    const { canvas, bare } = ready()
    cutDrawing(true)
    for (const each of [bare, canvas]) await draw(each, WARM_UP_FRAMES)
  },

  async withStrikes() {
    const { subject, canvas, clock } = ready()
    rhythm = await stretch({ subject, canvas, clock, batches, rhythm: null }, notes)
    await pass(REST_MS)
    return rhythm.isUp ? rhythm.atMs.length : null
  },

  async withoutStrikes() {
    const { bare } = ready()
    const none = batches.map(() => [])
    const still = new StrikeClock(0)
    const drawn = await stretch({ subject: NOTHING, canvas: bare, clock: still, batches: none, rhythm }, emptyNotes())
    await pass(REST_MS)
    return drawn.atMs.length
  },

  report() {
    const { subject, ownGpuBytes } = ready()
    const { calls, shown, frames, drawn, seconds, longTasks } = notes
    notes = emptyNotes()
    return {
      seconds,
      batches: calls.length,
      batchMs: median(calls) ?? 0,
      batchWorstMs: Math.max(...calls),
      onScreenMs: median(shown),
      frames: drawn,
      frameMs: median(frames) ?? 0,
      longTasks: longTasks.length,
      longestTaskMs: Math.max(0, ...longTasks),
      gpuBytes: ownGpuBytes(),
      jsBytes: subject.jsBytes?.() ?? null,
      pickMs: pickTime(subject),
    }
  },

  async hour() {
    passHour ??= createDay(await createMap('map'))
    return { ...(await passHour()), gpuBytes: gpuBytes() }
  },
}

/** This many frames without pauses. */
function draw(canvas: Canvas, frames: number): Promise<void> {
  return new Promise((resolve) => {
    let left = frames
    const stop = canvas.watch(() => {
      if (--left > 0) return canvas.ask()
      stop()
      resolve()
    })
    canvas.ask()
  })
}

function ready(): Filled {
  if (!filled) throw new Error('Nothing has been filled.')
  return filled
}

async function createMap(container: string): Promise<maplibre.Map> {
  const map = new maplibre.Map({
    container,
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
  await map.once('load')
  keepStateOf(map.painter) // as the page's map
  return map
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

/** The time in which this many arrive; the page itself keeps at most two hours. */
function windowOf({ alive, rate }: Cell): number {
  return Math.min(120 * MINUTE_MS, (alive / rate) * 1_000)
}

function median(values: readonly number[]): number | null {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? null
}
