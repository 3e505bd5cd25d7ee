import type { Logger } from 'pino'
import type { Environment } from '../../client/session/environment.ts'
import { delay } from '../../core/time/clock.ts'
import { HOUR_MS } from '../../core/time/durations.ts'
import type { Config } from '../config.ts'
import type { History } from '../history/history.ts'
import { dataNameOf } from '../history/open-history.ts'
import type { OpenedSource } from '../open-source.ts'
import type { OpenReplay } from '../sources/synthetic/replay/replay.ts'
import { catchUp, noteRead } from './catch-up.ts'
import type { Cluster } from './cluster.ts'
import { watchCutOff } from './cut-off.ts'
import { createFollowedSource } from './followed-source.ts'
import { createLeading } from './leading.ts'
import { createBus } from './nats/bus.ts'
import { openCell } from './nats/cell.ts'
import { connectNats, followStatus } from './nats/connection.ts'
import { leaveWhereDeaf } from './nats/deaf.ts'
import { openEventLog } from './nats/event-log.ts'
import type { NatsSettings } from './nats-settings.ts'
import type { Ask } from './questions.ts'

/** One copy of each thing where there are fewer servers, three where they can be spread. */
const REPLICAS_FROM_SERVERS = 3
/** While nobody leads a question waits for the next one, who is there within the lease's time and a little more. */
const QUESTION_WAITS_MS = 6_000
const ASK_AGAIN_MS = 500
const OPEN_AGAIN_MS = 500

/**
 * The source of a process that shares its upstream with others through NATS: each follows the log, one of them leads and
 * writes it. Resolves once the history of this machine has what the log has. Rejects where NATS does not let us in.
 */
export async function openCluster(deps: {
  config: Config
  nats: NatsSettings
  environment: Environment
  log: Logger
  history: History
  replay: OpenReplay | null
}): Promise<OpenedSource & { cluster: Cluster }> {
  const { config, nats, environment, log, history } = deps
  const { clock } = environment
  const name = `brontide-${dataNameOf(config)}`
  const replicas = nats.servers.length >= REPLICAS_FROM_SERVERS ? REPLICAS_FROM_SERVERS : 1
  const connection = await connectNats(nats, clock, log)
  const keepMs = config.historyHours * HOUR_MS
  const eventLog = await untilThere(deps, () => openEventLog({ connection, name, keepMs, replicas, clock, log }))
  const deaf = leaveWhereDeaf({ reconnect: () => connection.reconnect(), clock })
  const { answered } = deaf
  const cell = (key: string) =>
    untilThere(deps, () => openCell({ connection, name: `${name}-${key}`, replicas, answered }))
  const cells = { leader: await cell('leader'), points: await cell('points') }
  const bus = createBus(connection, name, log)
  const takenNumber = await catchUp({ eventLog, history, clock, log })
  const remembered = await history.memory.recall()
  const cutOff = watchCutOff({
    onStatus: (listener) => followStatus(connection, log, ({ type }) => listener(type)),
    clock,
  })
  const stops: (() => void)[] = []

  const ask: Ask = async (question) => {
    const untilMs = clock.monotonicMs() + QUESTION_WAITS_MS
    do {
      const answer = (await leading.answer(question)) ?? (await bus.ask(question).catch(() => null))
      if (answer !== null) return answer
      await delay(clock, ASK_AGAIN_MS)
    } while (clock.monotonicMs() < untilMs)
    return null
  }
  const followed = createFollowedSource({
    ...{ clock, remembered, takenNumber, ask, pointsPerDay: config.pointsPerDay, logName: eventLog.name },
    simulated: remembered.simulated ?? config.upstream === null,
    opened: open,
    async closed() {
      await leading.handOver()
      for (const stop of stops.splice(0)) stop()
      cutOff.close()
      deaf.close()
      await connection.close()
    },
  })
  const leading = createLeading({ ...deps, eventLog, bus, followed, cells })

  let isLearned: boolean | null = null
  /** What was remembered may be of another world. */
  async function learn(told: boolean): Promise<void> {
    if (isLearned === told) return
    isLearned = told
    if (!(await history.memory.learnedSimulated(told))) followed.forget()
  }

  function open(): void {
    const stopReading = eventLog.read(takenNumber + 1, (number, entries) => {
      followed.take(number, entries)
      void noteRead(history, eventLog, number)
    })
    stops.push(
      stopReading,
      bus.onFree(leading.look),
      bus.onWord((word) => {
        followed.hear(word)
        eventLog.knowWritten(word.number)
        if (word.simulated !== null) void learn(word.simulated)
      }),
    )
    leading.look()
  }

  const { seed } = config.simulator
  return {
    source: followed,
    cluster: { ...cutOff, handOver: leading.handOver, leads: leading.leads, readNumber: followed.takenNumber },
    upstreamTokens: null,
    world: config.upstream ? null : { kind: 'synthetic', clock, seed },
  }
}

/** Servers that have just been started take some seconds to agree on who keeps what. */
async function untilThere<T>({ environment, log }: { environment: Environment; log: Logger }, open: () => Promise<T>) {
  for (;;) {
    try {
      return await open()
    } catch (error) {
      const why = error instanceof Error ? error.message : 'unknown'
      log.warn({ error: why }, 'JetStream is not there yet, or not enabled: trying again')
      await delay(environment.clock, OPEN_AGAIN_MS)
    }
  }
}
