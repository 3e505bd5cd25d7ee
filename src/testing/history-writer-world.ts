import type { StrikeRecord } from '../contract/lightning.ts'
import { strikeRecord } from './fakes/fake-source.ts'

export const WRITER_HOURS = 1
export const STRIKES_PER_SECOND = 20

/**
 * The strikes that a history writer stores in a second: some of it, some of earlier seconds, and occasionally a late
 * one.
 */
export function strikesOfSecond(second: number): StrikeRecord[] {
  return Array.from({ length: STRIKES_PER_SECOND }, (_, i) => {
    const lateS = i === 0 && second % 50 === 0 ? 400 : i % 4
    const ns = BigInt(second - lateS) * 1_000_000_000n + BigInt(i * 47_000_100 + (second % 100))
    return strikeRecord({
      time: ns,
      lat: Math.round((second % 80) * 1e6 + i * 101) / 1e6,
      lon: Math.round((second % 170) * 1e6 - i * 103) / 1e6,
      obser_datetime: null,
      mds: second % 20_000,
      mcg: i,
      arrived_at: `${new Date((second + 1) * 1_000).toISOString().slice(0, 19)}.${String(i).padStart(3, '0')}Z`,
    })
  })
}
