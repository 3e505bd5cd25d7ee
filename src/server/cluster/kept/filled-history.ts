import { MINUTE_MS } from '../../../core/time/durations.ts'
import type { History } from '../../history/history.ts'
import type { Filler } from './filler.ts'
import { LATE_MINUTES } from './kept-forms.ts'

/** A history that is still being filled: a read waits for its minutes. */
export function createFilledHistory(history: History, filler: Pick<Filler, 'ensure' | 'close'>): History {
  const { strikes } = history
  const span = (fromMs: number, toMs: number) =>
    filler.ensure(Math.floor(fromMs / MINUTE_MS), Math.ceil(toMs / MINUTE_MS))
  const one = (minute: number) => filler.ensure(minute, minute + 1)
  const after =
    <Args extends unknown[], Result>(
      ensure: (...args: Args) => Promise<void>,
      read: (...args: Args) => Promise<Result>,
    ) =>
    async (...args: Args): Promise<Result> => {
      await ensure(...args)
      return read(...args)
    }
  return {
    ...history,
    strikes: {
      isSealed: strikes.isSealed,
      minutes: after(span, strikes.minutes),
      counts: after(span, strikes.counts),
      block: after(one, strikes.block),
      frames: after(one, strikes.frames),
      sealedFrames: after(one, strikes.sealedFrames),
      late: after((afterMs, beforeMs) => span(afterMs - LATE_MINUTES * MINUTE_MS, beforeMs), strikes.late),
    },
    backup: after(
      (_folder: string) => filler.ensure(Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY),
      history.backup,
    ),
    close() {
      filler.close()
      return history.close()
    },
  }
}
