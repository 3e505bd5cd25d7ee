import type { WatchStore } from '../history/watch-store.ts'
import { createAlarmStreams } from './alarm-stream.ts'
import { type AlarmWriter, createAlarmWriter } from './alarm-writer.ts'
import { openWatchEngine, type WatchEngine, type WatchEngineDeps } from './watch-engine.ts'

/** The watch of the server: its rules, its log, and who is told. */
export interface Watch {
  store: WatchStore
  engine: WatchEngine
  writer: AlarmWriter
  streams: ReturnType<typeof createAlarmStreams>
  /** Resolves once everything is written that was raised. */
  close(): Promise<void>
}

/** Before the source is started, so that nothing is missed. */
export async function openWatch(deps: Omit<WatchEngineDeps, 'writer'>): Promise<Watch> {
  const { history, clock, log } = deps
  const store = history.watch
  const writer = createAlarmWriter({ store, log, channelsOf: () => [] })
  const streams = createAlarmStreams({ writer, store, clock })
  const engine = await openWatchEngine({ ...deps, writer })
  return {
    ...{ store, engine, writer, streams },
    async close() {
      streams.close()
      engine.close()
      await writer.idle()
    },
  }
}
