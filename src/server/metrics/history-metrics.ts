import type { Registry } from 'prom-client'
import type { Clock } from '../../core/time/clock.ts'
import { HOUR_MS } from '../../core/time/durations.ts'
import type { History } from '../history/history.ts'
import { createRegister } from './register.ts'

/** Size and health of the history. */
export function registerHistoryMetrics(
  registry: Registry,
  { history, clock }: { history: Pick<History, 'status' | 'missing'>; clock: Clock },
): void {
  const { gauge, counter } = createRegister(registry)

  gauge('history_ok', 'Health of the history: 0 while it is degraded.', [], async () =>
    Number((await history.status()).state === 'ok'),
  )
  gauge('history_bytes', 'Bytes of the history on disk.', [], async () => (await history.status()).bytes)
  gauge('history_strikes', 'Strikes in the history: stored, and not yet written.', ['state'], async () => {
    const { strikes, waiting } = await history.status()
    return { stored: strikes, waiting }
  })
  gauge('history_minutes', 'Minutes with stored strikes, and damaged minutes.', ['state'], async () => {
    const { minutes, damagedMinutes } = await history.status()
    return { stored: minutes, damaged: damagedMinutes }
  })
  counter(
    'history_out_of_time',
    'Strikes dropped because of an implausible time.',
    [],
    async () => (await history.status()).outOfTime,
  )

  async function notObservedSeconds(feed: 'lightning' | 'metar'): Promise<number> {
    const nowMs = clock.now()
    const spans = await history.missing(feed, nowMs - HOUR_MS, nowMs)
    return spans.reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, 0) / 1_000
  }
  gauge(
    'not_observed_seconds',
    'Unobserved seconds of the last hour: lost by the source, or while no process was running.',
    ['feed'],
    async () => ({ lightning: await notObservedSeconds('lightning'), metar: await notObservedSeconds('metar') }),
  )
}
