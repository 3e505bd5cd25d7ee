import type { StreamListener, WatchAccess } from '../../../client/watch/watch-access.ts'
import type { Alarm } from '../../../contract/watch/alarms.ts'
import type { Clock } from '../../../core/time/clock.ts'
import type { Unsubscribe } from '../../../core/util/emitter.ts'
import type { Random } from '../../../core/util/random.ts'

/** Messages between tabs of one browser. */
export type TabMessage =
  /** Requests the owner of the stream; of concurrent requests the lowest draw wins. */
  | { kind: 'who'; draw: number }
  | { kind: 'here' }
  | { kind: 'heard'; alarms: Alarm[]; lastId: string | null }
  | { kind: 'gone' }

/** A channel between tabs of one browser, without echo. */
export interface Tabs {
  say(said: TabMessage): void
  listen(listener: (said: TabMessage) => void): Unsubscribe
}

/** Timeout for the owner's reply. */
const ANSWER_MS = 500

/**
 * One stream for all tabs of a browser: without HTTP/2 a browser opens six connections to a server, and a stream per
 * tab would exhaust them. Two owners do no harm, since each alarm counts once.
 */
export function shareStream(deps: {
  follow: WatchAccess['follow']
  tabs: Tabs
  clock: Clock
  random: Random
}): WatchAccess['follow'] {
  const { follow, tabs, clock, random } = deps

  /** Whether another tab has the stream. */
  function isTaken(signal: AbortSignal): Promise<boolean> {
    const draw = random()
    return new Promise((resolve) => {
      let stopWaiting = () => {}
      const end = (isSo: boolean) => () => {
        stopWaiting()
        stopListening()
        resolve(isSo)
      }
      const wait = () => {
        stopWaiting()
        stopWaiting = clock.after(ANSWER_MS, end(false))
      }
      const stopListening = tabs.listen((said) => {
        if (said.kind === 'here' || said.kind === 'heard') end(true)()
        else if (said.kind === 'who' && said.draw < draw) wait()
        else if (said.kind === 'who') tabs.say({ kind: 'who', draw })
      })
      signal.addEventListener('abort', end(false), { once: true })
      tabs.say({ kind: 'who', draw })
      wait()
    })
  }

  /** Listens until the tab that owns the stream releases it. */
  function hear(listener: StreamListener, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const stop = tabs.listen((said) => {
        if (said.kind === 'heard') listener.heard(said.alarms, said.lastId)
        if (said.kind !== 'gone') return
        stop()
        resolve()
      })
      const abort = () => {
        stop()
        reject(signal.reason)
      }
      signal.addEventListener('abort', abort, { once: true })
      listener.opened()
    })
  }

  async function take(listener: StreamListener, lastId: string | null, signal: AbortSignal): Promise<void> {
    const stop = tabs.listen(({ kind }) => kind === 'who' && tabs.say({ kind: 'here' }))
    const leave = () => tabs.say({ kind: 'gone' })
    globalThis.addEventListener?.('pagehide', leave)
    tabs.say({ kind: 'here' })
    const heard = (alarms: Alarm[], id: string | null) => {
      listener.heard(alarms, id)
      tabs.say({ kind: 'heard', alarms, lastId: id })
    }
    try {
      await follow({ opened: () => listener.opened(), heard }, lastId, signal)
    } finally {
      globalThis.removeEventListener?.('pagehide', leave)
      stop()
      leave()
    }
  }

  return async (listener, lastId, signal) => {
    let latestId = lastId
    const noting: StreamListener = {
      opened: () => listener.opened(),
      heard(alarms, id) {
        latestId = id ?? latestId
        listener.heard(alarms, id)
      },
    }
    while (await isTaken(signal)) await hear(noting, signal)
    signal.throwIfAborted()
    await take(noting, latestId, signal)
  }
}

/** The tabs of this browser that show this server; null where a browser has no means for it. */
export function openTabs(): Tabs | null {
  if (typeof BroadcastChannel === 'undefined') return null
  const channel = new BroadcastChannel('brontide.alarms')
  return {
    say: (said) => channel.postMessage(said),
    listen(listener) {
      const onMessage = ({ data }: MessageEvent<TabMessage>) => listener(data)
      channel.addEventListener('message', onMessage)
      return () => channel.removeEventListener('message', onMessage)
    },
  }
}
