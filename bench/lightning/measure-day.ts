import type { Page } from '@playwright/test'
import type { DayHour } from './day.ts'

const HOURS = 24
/** Permitted change of the heap from the first hour. */
const SHARE_MAX = 0.05
/** From when on the two hours that a page keeps are full: arrays grow until then. */
const FULL_AFTER_HOURS = 3

interface Heap {
  /** Objects, after a collection. */
  heapBytes: number
  /** Backing stores of arrays: mostly the columns of strikes. */
  arrayBytes: number
}

interface Held extends Heap, DayHour {
  hour: number
  gpuBytes: number
}

export interface Day {
  hours: Held[]
  heapShare: number
  met: boolean
}

/** A day at 200 records a second through store and layer of a page in Chromium, hour by hour. */
export async function runDay(page: Page, heap: () => Promise<Heap>, say: (line: string) => void): Promise<Day> {
  const hours: Held[] = []
  for (let hour = 1; hour <= HOURS; hour++) {
    const passed = await page.evaluate(() => globalThis.bench.hour())
    const held = { hour, ...passed, ...(await heap()) }
    hours.push(held)
    say(
      `hour ${String(hour).padStart(2)}: heap ${megabytes(held.heapBytes)}, arrays ${megabytes(held.arrayBytes)}, GPU ${megabytes(held.gpuBytes)}, ${held.strokes} strokes in 30 min`,
    )
  }
  const first = hours[0]!
  const full = hours[FULL_AFTER_HOURS - 1]!
  const last = hours.at(-1)!
  const heapShare = last.heapBytes / first.heapBytes - 1
  const arrayShare = last.arrayBytes / full.arrayBytes - 1
  const met = Math.abs(heapShare) <= SHARE_MAX && arrayShare <= SHARE_MAX && last.gpuBytes <= full.gpuBytes
  say(
    `${met ? 'met    ' : 'NOT MET'}  after a day the heap is ${percent(heapShare)} off that of the first hour; arrays are ${percent(arrayShare)} off those of hour ${FULL_AFTER_HOURS}, when the two hours that are kept are full`,
  )
  return { hours, heapShare, met }
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`
}
