import type { Logger } from 'pino'
import type { Clock } from '../../core/time/clock.ts'
import { MINUTE_MS } from '../../core/time/durations.ts'
import type { WatchStore } from '../history/watch-store.ts'
import type { Post } from './channels/post.ts'

interface HeartbeatDeps {
  /** `HEARTBEAT_URL`; null where there is none. What follows the host may be a key: no log has it. */
  url: string | null
  /** Whether lightning data are at most 30 seconds old. */
  isObserved(): boolean
  /** Another number once the engine has gone through its places again. */
  tickedMs(): number
  store: Pick<WatchStore, 'states' | 'write'>
  /** Tells it by the channels that tell heartbeats. */
  tell(atMs: number): Promise<void>
  post: Post
  clock: Clock
  log: Logger
}

const STATE = 'heartbeat'

/**
 * Tells a monitor once a minute that this server receives lightning data, evaluates them and can write to its store: a monitor that
 * hears nothing raises its own alarm. Nothing is sent where one of these is not so.
 */
export function openHeartbeat(deps: HeartbeatDeps): () => void {
  const { url, isObserved, tickedMs, store, tell, post, clock, log } = deps
  let tickedBefore = tickedMs()
  let isBeating = false
  let told: string | null = null

  /** Why nothing is sent; null where nothing is wrong. */
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
      why = error instanceof Error ? error.message : 'it failed'
    }
    if (why !== null && why !== told) log.warn({ why }, 'heartbeat not sent')
    if (why === null && told !== null) log.info('heartbeat sent again')
    told = why
  }

  return clock.every(MINUTE_MS, () => {
    // While one hangs none is sent.
    if (isBeating) return
    isBeating = true
    void beat().finally(() => {
      isBeating = false
    })
  })
}
