import { expect, it } from 'vitest'
import { blockOf } from '../../../core/strikes/strike-block.ts'
import { MINUTE_MS } from '../../../core/time/durations.ts'
import { START_MS, strikeAt } from '../../../testing/history-kit.ts'
import { packedFrames } from '../../history/packing.ts'
import type { StrikeReader } from '../../history/strike-reader.ts'
import { lines, type Pieces, sealedLines } from './history-answers.ts'

/** The capacity of a frame, plus one. */
const STRIKES = 16_385

/** A minute of an outbreak with a corrupted second frame. */
function reader(): StrikeReader {
  const records = Array.from({ length: STRIKES }, (_, i) => strikeAt(START_MS + i))
  const frames = new Uint8Array(packedFrames(blockOf(records, START_MS / 1_000)))
  frames.fill(0xff, -40)
  const minute = {
    minutes: async () => [START_MS / MINUTE_MS],
    frames: async () => frames,
    sealedFrames: async () => frames,
  }
  return minute as unknown as StrikeReader
}

const wanted = { fromMs: START_MS, toMs: START_MS + MINUTE_MS, box: undefined }

it.each<[string, () => Pieces]>([
  ['of a period', () => lines(reader(), wanted)],
  ['that are final', () => sealedLines(reader(), [START_MS / MINUTE_MS])],
])('lines %s are created from one frame of a minute after the other', async (_what, open) => {
  let made = 0
  const readAll = async () => {
    for await (const piece of open()) made += new TextDecoder().decode(piece).split('\n').length - 1
  }
  await expect(readAll()).rejects.toThrow()
  expect(made).toBe(STRIKES - 1)
})
