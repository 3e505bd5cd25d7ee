import { Emitter } from '../../core/util/emitter.ts'
import type { Channel, ChannelOf } from '../../server/web/channel.ts'

/** Channels of several processes, each with its own connection, which may fail. */
export function createFakeChannels() {
  const said = new Emitter<{ of: string; value: unknown; by: string }>()
  let ways = 0
  return () => {
    const own = `process ${++ways}`
    const faults = { isOut: false }
    const channel: ChannelOf = <T>(name: string): Channel<T> => ({
      say(value) {
        if (!faults.isOut) said.emit({ of: name, value: structuredClone(value), by: own })
      },
      on: (listener) =>
        said.subscribe(({ of, value, by }) => {
          if (of === name && !faults.isOut && by !== own) listener(value as T, by)
        }),
    })
    return { channel, faults }
  }
}
