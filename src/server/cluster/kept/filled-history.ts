import { MINUTE_MS } from '../../../core/time/durations.ts'
import type { History } from '../../history/history.ts'
import type { Filler } from './filler.ts'

/** Single strikes were seen to come twelve minutes late. */
const LATE_MINUTES = 30

/** A history of which not all is on this machine yet: who reads a minute waits until it is. */
export function createFilledHistory(history: History, filler: Pick<Filler, 'ensure' | 'close'>): History {
  const { strikes } = history
  const span = (fromMs: number, toMs: number) =>
    filler.ensure(Math.floor(fromMs / MINUTE_MS), Math.ceil(toMs / MINUTE_MS))
  const one = (minute: number) => filler.ensure(minute, minute + 1)
  return {
    ...history,
    strikes: {
      async minutes(fromMs, toMs) {
        await span(fromMs, toMs)
        return strikes.minutes(fromMs, toMs)
      },
      async counts(fromMs, toMs) {
        await span(fromMs, toMs)
        return strikes.counts(fromMs, toMs)
      },
      async block(minute) {
        await one(minute)
        return strikes.block(minute)
      },
      async frames(minute) {
        await one(minute)
        return strikes.frames(minute)
      },
      isSealed: strikes.isSealed,
      async sealedFrames(minute) {
        await one(minute)
        return strikes.sealedFrames(minute)
      },
      async late(afterMs, beforeMs, afterId) {
        await span(afterMs - LATE_MINUTES * MINUTE_MS, beforeMs)
        return strikes.late(afterMs, beforeMs, afterId)
      },
    },
    async backup(folder) {
      await filler.ensure(Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY)
      return history.backup(folder)
    },
    close() {
      filler.close()
      return history.close()
    },
  }
}
