import { expect } from 'vitest'
import { recordsOf } from '../../core/strikes/strike-block.ts'
import type { History } from '../../server/history/history.ts'

/** Everything that a history answers of a period, Unix ms. */
async function answersOf(history: History, fromMs: number, toMs: number) {
  const { strikes } = history
  const minutes = await strikes.minutes(fromMs, toMs)
  const late: { time: number | bigint }[] = []
  for (let id = 0; ; ) {
    const piece = await strikes.late(fromMs, toMs, id)
    if (!piece) break
    late.push(...recordsOf(piece.block, { exact: true }))
    id = piece.id
  }
  return {
    counts: [...(await strikes.counts(fromMs, toMs))],
    minutes: await Promise.all(
      minutes.map(async (minute) => {
        const block = await strikes.block(minute)
        const isSealed = await strikes.isSealed(minute)
        const sealed = await strikes.sealedFrames(minute)
        return { minute, records: recordsOf(block!, { exact: true }), isSealed, sealed: isSealed && sealed }
      }),
    ),
    // A disk has them in the order in which they came to it.
    late: late.toSorted((a, b) => Number(a.time) - Number(b.time)),
    reports: (await Array.fromAsync(history.reports(fromMs, toMs))).flat(),
    missing: [await history.missing('lightning', fromMs, toMs), await history.missing('metar', fromMs, toMs)],
  }
}

/** Expects equal results of two histories. */
export async function expectSamePast(one: History, other: History, fromMs: number, toMs: number): Promise<void> {
  expect(await answersOf(one, fromMs, toMs)).toEqual(await answersOf(other, fromMs, toMs))
}
