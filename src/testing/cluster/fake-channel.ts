import { Emitter } from '../../core/util/emitter.ts'
import type { Channel } from '../../server/cluster/channel.ts'

/** A channel of several processes, each with a way of its own, which may be out. */
export function createFakeChannel<T>() {
  const said = new Emitter<{ value: T; by: string }>()
  let ways = 0
  return () => {
    const own = `process ${++ways}`
    const faults = { isOut: false }
    const channel: Channel<T> = {
      say(value) {
        if (!faults.isOut) said.emit({ value: structuredClone(value), by: own })
      },
      on: (listener) =>
        said.subscribe(({ value, by }) => {
          if (!faults.isOut && by !== own) listener(value, by)
        }),
    }
    return { channel, faults }
  }
}
