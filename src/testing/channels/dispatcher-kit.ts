import { pino } from 'pino'
import { onTestFinished } from 'vitest'
import type { Alarm, Row } from '../../contract/watch/alarms.ts'
import type { Snooze } from '../../contract/watch/journal.ts'
import type { LevelState } from '../../contract/watch/place-states.ts'
import { heldOrMade } from '../../core/util/held-or-made.ts'
import type { WatchStore } from '../../server/history/watch-store.ts'
import { createAlarmWriter } from '../../server/watch/alarm-writer.ts'
import { Busy } from '../../server/watch/channels/busy.ts'
import type { Channel } from '../../server/watch/channels/channels-file.ts'
import { createDispatcher } from '../../server/watch/channels/dispatcher.ts'
import type { LevelSource } from '../../server/watch/channels/retained-states.ts'
import { newInstance } from '../../server/watch/made-once.ts'
import { openSnoozes } from '../../server/watch/shift/snoozes.ts'
import { setUpHistory } from '../history-kit.ts'
import { channelsOf, NO_PUSH } from './channel-kit.ts'

/** The behaviour of a receiver: `lost` accepts the message, but the connection breaks before the response. */
export type Manner = 'takes' | 'refuses' | 'lost' | 'busy'

const isNotOff = ({ state }: LevelState) => state !== 'off'

/** A process: writes after its kill have no effect. */
function processOf(store: WatchStore): { store: WatchStore; kill(): void } {
  let isAlive = true
  return {
    store: { ...store, write: (change) => (isAlive ? store.write(change) : new Promise(() => {})) },
    kill() {
      isAlive = false
    },
  }
}

/** The channels of a server on a fake clock, with receivers in memory; the test writes the rows that an engine would. */
export async function setUpDispatcher(entries: readonly object[], over: { levels?: LevelSource } = {}) {
  const { clock, history } = setUpHistory()
  const took = new Map<string, Alarm[]>()
  const log = pino({ level: 'silent' })
  const gone = new Set<string>()
  let manner: Manner = 'takes'
  let channels = entries.map(channelOf)
  let arePartial = false
  let process = processOf(history.watch)
  let running = await open()
  onTestFinished(() => running.close())

  /** A channel as in the file, with its messages recorded here. */
  function channelOf(entry: object): Channel {
    const [channel] = channelsOf([{ kind: 'webhook', url: 'https://a.example.com/', secret: 'x'.repeat(32), ...entry }])
    return {
      ...channel!,
      open() {
        const of = process.store
        return {
          async send({ alarm }) {
            // A killed process sends nothing.
            if (of !== process.store) return new Promise(() => {})
            if (manner === 'busy') throw new Busy('too many', 2_000)
            if (manner === 'refuses') throw new Error('receiver returned status 500')
            heldOrMade(took, channel!.id, () => []).push(alarm)
            if (manner === 'lost') throw new Error('the connection was reset')
            return 'status 204'
          },
        }
      },
    }
  }

  async function open() {
    const { store } = process
    const snoozes = await openSnoozes(store)
    const sender = { post: () => Promise.reject(new Error('unused')), clock, push: NO_PUSH, instance: newInstance }
    const placeNow = (place: { id: string; group: string | null }) => (gone.has(place.id) ? null : place)
    const dispatcher = createDispatcher({ store, sender, placeNow, snoozes, clock, random: () => 0.5, log })
    await dispatcher.setChannels(channels, arePartial)
    const writer = createAlarmWriter({ store, log, channelsOf: dispatcher.channelsOf })
    const stops = [
      writer.onAlarms(dispatcher.take),
      writer.onRaised(dispatcher.takeStates),
      dispatcher.watchOver(() => {}),
    ]
    if (over.levels) dispatcher.follow(over.levels)
    return {
      dispatcher,
      writer,
      snoozes,
      async close() {
        for (const stop of stops) stop()
        await dispatcher.close()
      },
    }
  }

  return {
    clock,
    store: history.watch,
    get dispatcher() {
      return running.dispatcher
    },
    /** The next attempts go so. */
    answers(how: Manner): void {
      manner = how
    },
    /** Removes a guarded place. */
    remove: (place: string) => void gone.add(place),
    async write(...rows: readonly Row[]): Promise<void> {
      // The engine stores the state of each place with a level other than off.
      const states = new Map(
        rows.map(({ place, levels }) => [`level/${place?.id}`, levels.some(isNotOff) ? '{}' : null]),
      )
      running.writer.writeAll(rows, states, (id) => [`level/${id}`])
      await clock.advance(50)
    },
    async acknowledge(id: string): Promise<void> {
      const acknowledgement = { by: 'Li', at: new Date(clock.now()).toISOString(), note: '' }
      await running.writer.write({ acknowledged: { alarmId: id, acknowledgement } })
      await clock.advance(50)
    },
    async snooze(place: string, minutes: number, levels?: string[]): Promise<void> {
      const until = new Date(clock.now() + minutes * 60_000).toISOString()
      const snooze: Snooze = { place, by: 'Li', until, note: '', ...(levels && { levels }) }
      await process.store.write({ states: [running.snoozes.set(snooze)] })
    },
    async pass(seconds: number): Promise<void> {
      await clock.advance(seconds * 1_000)
    },
    /** Other channels, as after a change of the file. */
    async setChannels(next: readonly object[]): Promise<void> {
      channels = next.map(channelOf)
      await running.dispatcher.setChannels(channels)
    },
    /** A start with a file in which other channels are invalid. */
    async restartWithout(): Promise<void> {
      await running.close()
      channels = []
      arePartial = true
      running = await open()
    },
    /** Kills the process and starts another. */
    async kill(): Promise<void> {
      process.kill()
      void running.close()
      process = processOf(history.watch)
      running = await open()
    },
    async restart(): Promise<void> {
      await running.close()
      running = await open()
    },
    /** Ends it before the test does. */
    async end(): Promise<void> {
      await running.close()
      await history.close()
    },
    /** The messages received by a channel, in order. */
    took: (channel = 'a'): readonly Alarm[] => took.get(channel) ?? [],
    /** The same in short: `up r5`, `end -`. */
    told: (channel = 'a'): string[] =>
      (took.get(channel) ?? []).map(({ step, stage, level }) => `${step ?? stage} ${level ?? '-'}`),
  }
}
