import type { Registry } from 'prom-client'
import type { Watch } from '../watch/watch.ts'
import { createRegister } from './register.ts'

/** Raised alarms and the state of their channels. */
export function registerWatchMetrics(registry: Registry, watch: Pick<Watch, 'writer' | 'dispatcher' | 'held'>): void {
  const { gauge, counter } = createRegister(registry)
  gauge('held', 'Resources of the alarm engine held for viewers.', ['what'], watch.held)
  const raised: Record<string, number> = {}
  watch.writer.onAlarms((alarms) => {
    for (const { alarm } of alarms) {
      if (alarm.acknowledged === null) raised[alarm.stage] = (raised[alarm.stage] ?? 0) + 1
    }
  })
  const byChannel = (read: (health: ReturnType<Watch['dispatcher']['health']>[number]) => number) => () =>
    Object.fromEntries(watch.dispatcher.health().map((health) => [health.channel.id, read(health)]))

  counter('alarms', 'Alarms raised, by stage.', ['stage'], () => raised)
  gauge(
    'channel_broken',
    'Whether a channel had no successful delivery for a day.',
    ['channel'],
    byChannel(({ isBroken }) => Number(isBroken)),
  )
  gauge(
    'channel_waiting',
    'Pending deliveries of a channel.',
    ['channel'],
    byChannel(({ waiting }) => waiting),
  )
  gauge(
    'channel_last_success_seconds',
    'Time of the last successful delivery of a channel, Unix seconds; 0 for never.',
    ['channel'],
    byChannel(({ lastSuccessMs }) => (lastSuccessMs ?? 0) / 1_000),
  )
  counter(
    'channel_given_up',
    'Abandoned deliveries of a channel.',
    ['channel'],
    byChannel(({ dead }) => dead),
  )
}
