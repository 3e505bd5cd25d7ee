import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Entries of all reachable Maps and Sets, by the source line that created them. */
export type Sizes = Map<string, number>

const FRAME = /\(?([^\s()]*\/src\/(?!testing\/)[^\s():]+(?<!\.test)\.ts):(\d+):\d+\)?$/
const STACK_FRAMES = 30

/**
 * Counts entries of every Map and Set created by modules imported after this call. Sizes, since memory and time depend
 * on the machine; all server state by client, connection or sign-in is in Maps or Sets.
 */
export function countCollections() {
  const made: { at: string; held: WeakRef<{ size: number }> }[] = []
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc') as () => void
  Error.stackTraceLimit = STACK_FRAMES

  function note(held: { size: number }): void {
    const line = (new Error().stack ?? '').split('\n').find((frame) => FRAME.test(frame))
    const [, file, row] = FRAME.exec(line ?? '') ?? []
    if (file) made.push({ at: `${file.slice(file.indexOf('/src/') + 1)}:${row}`, held: new WeakRef(held) })
  }

  const PlainMap = globalThis.Map
  const PlainSet = globalThis.Set
  globalThis.Map = class<Key, Value> extends PlainMap<Key, Value> {
    constructor(entries?: Iterable<readonly [Key, Value]> | null) {
      super(entries)
      note(this)
    }
  } as MapConstructor
  globalThis.Set = class<Value> extends PlainSet<Value> {
    constructor(values?: Iterable<Value> | null) {
      super(values)
      note(this)
    }
  } as SetConstructor

  return {
    /** The sizes of reachable collections. */
    async sizes(): Promise<Sizes> {
      // Releases objects that only the present turn and pending callbacks hold.
      for (let pass = 0; pass < 3; pass++) {
        await setImmediate()
        collectGarbage()
      }
      const sizes: Sizes = new PlainMap()
      for (const { at, held } of made) sizes.set(at, (sizes.get(at) ?? 0) + (held.deref()?.size ?? 0))
      return sizes
    },
    restore() {
      globalThis.Map = PlainMap
      globalThis.Set = PlainSet
    },
  }
}

/** Where sizes are larger than they were, and by how much. */
export function grownSince(before: Sizes, after: Sizes): Record<string, number> {
  const grown = [...after].map(([at, size]) => [at, size - (before.get(at) ?? 0)] as const)
  return Object.fromEntries(grown.filter(([, by]) => by > 0))
}
