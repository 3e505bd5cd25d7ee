import { join } from 'node:path'
import { MINUTE_MS, SECOND_MS } from '../core/time/durations.ts'
import { loadSimAirports } from '../simulator/source/metar/sim-airports.ts'
import { openReplay } from '../simulator/source/replay/replay.ts'
import { createReplayStrikes } from '../simulator/source/replay/replay-strikes.ts'

const KEPT_S = 80 * 60
const fileOf = (name: string) => join(import.meta.dirname, '../../data/lightning', name)

/** Recorded strikes, and from when on tests play them. */
export const NORWAY = { file: fileOf('norway-2022-07-03.csv.gz'), source: 'MET Norway', from: '2022-07-03T12:00:00Z' }
export const SQUALL = {
  file: fileOf('vermont-goes19-2026-squall.csv.gz'),
  source: 'NOAA',
  from: '2026-07-15T02:00:00Z',
}
export const VERMONT = { file: fileOf('vermont-goes19-2026.csv.gz'), source: 'NOAA', from: '2026-08-08T18:30:00Z' }

/** The recording as it is played from `startMs` on. */
export async function openedReplay({ file, source, from }: typeof NORWAY, startMs: number, loops = false) {
  const wish = { file, source, fromMs: Date.parse(from), loops }
  const opened = await openReplay(wish, { startMs, airports: loadSimAirports() })
  if (!opened.ok) throw new Error(opened.problem)
  return opened.replay
}

/** The batches of a recording by Unix second, played from `startMs` on. */
export async function replayedStrikes(recording: typeof NORWAY, startMs: number) {
  return createReplayStrikes((await openedReplay(recording, startMs)).playback).batch
}

/**
 * The recording after this many minutes of the test: the strikes of the eighty minutes before `nowMs`, and nearby
 * airports.
 */
export async function replayedBefore(recording: typeof NORWAY, nowMs: number, afterMin: number) {
  const { playback, airports } = await openedReplay(recording, nowMs - afterMin * MINUTE_MS)
  const { batch } = createReplayStrikes(playback)
  const second = nowMs / SECOND_MS
  const strikes = Array.from({ length: KEPT_S }, (_, i) => batch(second - KEPT_S + i)).flat()
  return { strikes, airports }
}
