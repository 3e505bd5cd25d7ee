import { describe, expect, it } from 'vitest'
import { createPlayback } from './playback.ts'

const RECORDED = 1_656_806_400
const START = 1_790_000_000
const HOUR = 3_600

function playbackOf(seconds: number[], options: { loops?: boolean; from?: number } = {}) {
  const column = Float64Array.from(seconds, (second) => RECORDED + second)
  const blank = new Float64Array(seconds.length)
  const recording = {
    count: seconds.length,
    seconds: column,
    nanoseconds: blank,
    lats: blank,
    lons: blank,
    polarities: new Int8Array(seconds.length),
  }
  const { loops = false, from = 0 } = options
  return createPlayback({ recording, fromMs: (RECORDED + from) * 1_000, startMs: START * 1_000, loops })
}

/** In which seconds after the start which strikes strike. */
function struck(playback: ReturnType<typeof playbackOf>, seconds: number) {
  const found: [second: number, strike: number][] = []
  for (let second = -600; second < seconds; second++) {
    const { first, end } = playback!.in(START + second)
    for (let i = first; i < end; i++) found.push([second, i])
  }
  return found
}

describe('a playback', () => {
  it('begins with the first strike, and keeps the intervals of the others', () => {
    const playback = playbackOf([7, 7, 30, 400])
    expect(struck(playback, 1_000)).toEqual([
      [0, 0],
      [0, 1],
      [23, 2],
      [393, 3],
    ])
    expect(playback).toMatchObject({
      recordedFromMs: (RECORDED + 7) * 1_000,
      recordedToMs: (RECORDED + 400) * 1_000,
    })
  })

  it('begins again five minutes after the last strike where it is to', () => {
    expect(struck(playbackOf([0, 10], { loops: true }), 700)).toEqual([
      [0, 0],
      [10, 1],
      [310, 0],
      [320, 1],
      [620, 0],
      [630, 1],
    ])
  })

  it('omits strikes before the requested moment, and is empty if none remain', () => {
    expect(struck(playbackOf([0, 10, 30], { from: 8 }), 100)).toEqual([
      [0, 1],
      [20, 2],
    ])
    expect(playbackOf([0, 10], { from: 11 })).toBeNull()
  })

  it('shortens a silence of days to an hour', () => {
    expect(struck(playbackOf([0, 48 * HOUR, 48 * HOUR + HOUR]), 3 * HOUR)).toEqual([
      [0, 0],
      [HOUR, 1],
      [2 * HOUR, 2],
    ])
  })

  it('has the strikes of the last minutes, of this round only', () => {
    const playback = playbackOf([0, 100, 200], { loops: true })!
    expect(playback.before((START + 201) * 1_000, 2)).toEqual({ first: 1, end: 3 })
    expect(playback.before((START + 501) * 1_000, 10)).toEqual({ first: 0, end: 1 })
    expect(playback.before((START - 1) * 1_000, 10)).toEqual({ first: 0, end: 0 })
  })
})
