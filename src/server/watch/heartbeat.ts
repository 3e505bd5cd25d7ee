import type { Logger } from 'pino'
import type { Clock } from '../../core/time/clock.ts'
import { MINUTE_MS } from '../../core/time/durations.ts'
import { messageOf } from '../../core/util/message-of.ts'
import type { WatchStore } from '../history/watch-store.ts'
import type { Post } from './channels/post.ts'
import { REFUSED } from './channels/reach.ts'

interface HeartbeatDeps {
  /** `HEARTBEAT_URL`; null without one. The part after the host may be a key and is not logged. */
  url: string | null
  /** Whether lightning data are at most 30 seconds old. */
  isObserved(): boolean
  /** Changes with each pass of the engine over its places. */
  tickedMs(): number
  store: Pick<WatchStore, 'states' | 'write'>
  /** Sends the heartbeat through channels that have one. */
  tell(atMs: number): Promise<void>
  post: Post
  clock: Clock
  log: Logger
}

const STATE = 'heartbeat'

/**
 * Calls a monitor once a minute while this server receives lightning data, evaluates them and can write to its store: a
 * missed call makes the monitor raise its own alarm. If any of these fails, nothing is sent.
 */
export function openHeartbeat(deps: HeartbeatDeps): () => void {
  const { url, isObserved, tickedMs, store, tell, post, clock, log } = deps
  let tickedBefore = tickedMs()
  let isBeating = false
  let told: string | null = null

  /** Why no heartbeat is sent; null if all checks pass. */
  async function fault(atMs: number): Promise<string | null> {
    const ticked = tickedMs()
    const hasTicked = ticked !== tickedBefore
    tickedBefore = ticked
    if (!hasTicked) return 'the alarm engine did not finish a tick'
    if (!isObserved()) return 'no lightning data within 30 s'
    const value = String(atMs)
    await store.write({ states: [[STATE, value]] })
    return (await store.states(STATE)).get('') === value ? null : 'the store did not return a test value'
  }

  async function send(atMs: number): Promise<string | null> {
    await tell(atMs)
    if (url === null) return null
    const { status } = await post({ url, method: 'GET', headers: {}, body: '', allowPrivate: false })
    return status >= 200 && status <= 299 ? null : `the monitor answered with status ${status}`
  }

  async function beat(): Promise<void> {
    const atMs = Math.floor(clock.now())
    let why: string | null
    try {
      why = (await fault(atMs)) ?? (await send(atMs))
    } catch (error) {
      // Unlike a channel, the heartbeat has no `allowPrivate`.
      const isPrivate = messageOf(error) === REFUSED
      why = isPrivate ? 'HEARTBEAT_URL is in a private range: only public addresses are called' : messageOf(error)
    }
    if (why !== null && why !== told) log.warn({ why }, 'heartbeat not sent')
    if (why === null && told !== null) log.info('heartbeat sent again')
    told = why
  }

  return clock.every(MINUTE_MS, () => {
    // One call at a time.
    if (isBeating) return
    isBeating = true
    void beat().finally(() => {
      isBeating = false
    })
  })
}
