import { onTestFinished } from 'vitest'
import type { Row } from '../../contract/watch/alarms.ts'
import type { LadderKind, PlaceState } from '../../contract/watch/place-states.ts'
import { type LevelSource, RetainedStates } from '../../server/watch/channels/retained-states.ts'
import { setUpHistory } from '../history-kit.ts'

/** The retained messages of one channel, with an in-memory engine. */
export async function setUpRetained(over: { tellsExpected?: boolean } = {}) {
  const { clock, history } = setUpHistory()
  const kept = new Map<string, string>()
  let puts: string[] = []
  let connect = () => {}
  let isConnected = true
  const gone = new Set<string>()
  const states = new Map<string, PlaceState>()
  const observed = { lightning: { now: true, since: null as string | null }, reports: { now: true, since: null } }
  const levels: LevelSource = {
    stateOf: (place: string, ladder: LadderKind) => states.get(`${place}/${ladder}`) ?? null,
    observed: () => observed,
  }
  const open = () =>
    new RetainedStates({
      topics: {
        placeTopic: (id) => `b/places/${id}`,
        observedTopic: 'b/observed',
        async put(topic, body) {
          if (!isConnected) throw new Error('connection failed')
          puts.push(topic)
          if (body === null) kept.delete(topic)
          else kept.set(topic, body)
        },
        onConnect(listener) {
          connect = listener
          if (isConnected) listener()
        },
      },
      key: 'light/broker/',
      tellsExpected: over.tellsExpected ?? false,
      store: history.watch,
      messageOf: (alarm) => ({ alarm, text: 'text', lang: 'en' }),
      isWanted: ({ id }) => !gone.has(id),
      isKeptElsewhere: () => false,
      levels: () => levels,
      clock,
    })
  let retained = open()
  await retained.followPlaces()
  onTestFinished(() => retained.close())
  const rest = () => clock.advance(20)
  return {
    kept,
    states,
    observed,
    gone,
    json: (topic: string) => JSON.parse(kept.get(topic) ?? 'null') as Record<string, unknown> | null,
    /** Topics published since the last call. */
    puts: () => puts.splice(0).sort(),
    async take(...rows: Row[]): Promise<void> {
      await history.watch.write({ alarms: rows.map((alarm) => ({ alarm, channels: [] })) })
      retained.take(rows)
      await rest()
    },
    /** Advances a second, or a minute in which ends are checked. */
    async look(ends = false): Promise<void> {
      for (let second = 0; second < (ends ? 60 : 1); second++) retained.look(ends ? second : null)
      await rest()
    },
    async followPlaces(): Promise<void> {
      await retained.followPlaces()
      await rest()
    },
    async retire(): Promise<void> {
      await retained.retire()
    },
    /** The broker is away until `comeBack`. */
    leave(): void {
      isConnected = false
    },
    async comeBack({ forgets = true } = {}): Promise<void> {
      isConnected = true
      if (forgets) kept.clear()
      puts = []
      connect()
      await rest()
    },
    async pass(seconds: number): Promise<void> {
      await clock.advance(seconds * 1_000)
    },
    /** Ends it before the test does. */
    async end(): Promise<void> {
      retained.close()
      await history.close()
    },
    async restart(): Promise<void> {
      retained.close()
      puts = []
      retained = open()
      await retained.followPlaces()
      await rest()
    },
  }
}
