import { createJSONStorage, type PersistStorage, type StorageValue } from 'zustand/middleware'
import { keptStorage } from '../../state/browser-storage.ts'

/** Writing a longer log takes milliseconds: in a storm over thousands of places rows arrive each second. */
const AT_ONCE_MAX = 50
const WRITE_EVERY_MS = 60_000

/**
 * The browser's storage. A long log is written at most once a minute, and by `flush`, which must be called when the
 * page is left.
 */
export function createLogStorage<Kept extends { log: readonly unknown[] }>() {
  const storage = createJSONStorage<Kept>(keptStorage)!
  let waiting: (() => void) | null = null
  let writtenAt = Number.NEGATIVE_INFINITY

  function flush(): void {
    waiting?.()
    waiting = null
  }

  function write(name: string, value: StorageValue<Kept>): void {
    writtenAt = performance.now()
    waiting = null
    void storage.setItem(name, value)
  }

  const late: PersistStorage<Kept> = {
    ...storage,
    setItem(name, value) {
      const waitMs = value.state.log.length <= AT_ONCE_MAX ? 0 : writtenAt + WRITE_EVERY_MS - performance.now()
      if (waitMs <= 0) {
        write(name, value)
        return
      }
      if (!waiting) setTimeout(flush, waitMs)
      waiting = () => write(name, value)
    },
  }
  return { storage: late, flush }
}
