import { createHash } from 'node:crypto'
import { isIP } from 'node:net'
import type { EntryCode } from '../../../contract/watch/journal.ts'
import type { PushSubscriptionInput } from '../../../contract/watch/push.ts'
import type { Clock } from '../../../core/time/clock.ts'
import { DAY_MS, HOUR_MS } from '../../../core/time/durations.ts'
import type { Lang } from '../../../locales/languages.ts'
import type { WatchStore } from '../../history/watch-store.ts'
import { isOwnNetwork, REFUSED } from '../channels/reach.ts'
import { entryOf } from '../shift/journal.ts'
import { areKeysGood, type PushKeys } from './encrypt.ts'

export interface PushSubscription {
  id: string
  endpoint: string
  p256dh: string
  auth: string
  lang: Lang
  /** Key of the limit: a name, or a hash of the address. */
  viewer: string
  /** The subscriber's names with permission to acknowledge; empty without named sign-ins. */
  names?: readonly string[]
  /** The sign-in that it ends with; null without one. */
  signIn?: string | null
  /** Unix ms of the last renewal by its page. */
  renewedMs?: number
  /** Unix ms: earlier alarms are not sent to it. */
  sinceMs: number
}

export const SUBSCRIPTIONS_EACH_MAX = 10
export const SUBSCRIPTIONS_MAX = 500
/** Without renewal a subscription ends after this time: the browser may belong to another person by then. */
export const SUBSCRIPTION_KEPT_MS = 30 * DAY_MS
const NOTE_RENEWED_MS = HOUR_MS
const PUSH = 'push/'

export type PushSubscriptions = Awaited<ReturnType<typeof openPushSubscriptions>>

/** Push subscriptions, kept through restarts. Their endpoints are secrets of the browsers and never shown. */
export async function openPushSubscriptions(store: Pick<WatchStore, 'states' | 'write'>, clock: Pick<Clock, 'now'>) {
  const texts = await store.states(PUSH)
  const held = new Map([...texts].map(([id, text]) => [id, JSON.parse(text) as PushSubscription]))

  async function remove(id: string, of: { by: string | null; code?: EntryCode }): Promise<void> {
    const known = held.get(id)
    if (!known) return
    held.delete(id)
    const entry = entryOf('unsubscribe', { ...of, subject: id, host: hostOf(known) }, clock.now())
    await store.write({ states: [[PUSH + id, null]], journal: [entry] })
  }

  return {
    list: (): PushSubscription[] => [...held.values()],
    /**
     * Adds a browser or changes its language; returns its id, or a refusal. `allowPrivate` permits private networks.
     */
    async add(
      said: PushSubscriptionInput,
      of: {
        viewer: string
        names: readonly string[]
        signIn: string | null
        by: string | null
        allowPrivate: boolean
      },
    ): Promise<{ id: string } | { problem: string; isFull: boolean }> {
      const problem = problemOf(said, of.allowPrivate)
      if (problem !== null) return { problem, isFull: false }
      const { endpoint, keys, lang } = said
      const id = idOf(endpoint)
      const known = held.get(id)
      const own = [...held.values()].filter((each) => each.viewer === of.viewer && each.id !== id).length
      if (own >= SUBSCRIPTIONS_EACH_MAX || (!known && held.size >= SUBSCRIPTIONS_MAX)) {
        return { problem: 'the limit of push subscriptions is reached', isFull: true }
      }
      // The browser now belongs to another person: earlier alarms are not for them.
      const isTheirs = known?.viewer === of.viewer
      const nowMs = Math.floor(clock.now())
      const { viewer, names, signIn } = of
      const subscription = {
        id,
        endpoint,
        ...keys,
        lang,
        viewer,
        names,
        signIn,
        sinceMs: isTheirs ? known.sinceMs : nowMs,
      }
      const isNoted = known !== undefined && nowMs - renewedAt(known) < NOTE_RENEWED_MS
      const renewedMs = isNoted ? renewedAt(known) : nowMs
      if (isNoted && JSON.stringify({ ...known, renewedMs }) === JSON.stringify({ ...subscription, renewedMs }))
        return { id }
      held.set(id, { ...subscription, renewedMs })
      const entry = entryOf('subscribe', { by: of.by, subject: id, host: hostOf(subscription) }, clock.now())
      const journal = isTheirs ? [] : [entry]
      await store.write({ states: [[PUSH + id, JSON.stringify({ ...subscription, renewedMs })]], journal })
      return { id }
    },
    /** False without such a subscription. */
    async end(endpoint: string, by: string | null): Promise<boolean> {
      const id = idOf(endpoint)
      if (!held.has(id)) return false
      await remove(id, { by })
      return true
    },
    /** Removes subscriptions whose sign-in has ended, whose name lost the permission, or that were not renewed. */
    async review(by: SubscriptionRules): Promise<void> {
      for (const subscription of [...held.values()]) {
        const code = await whyOver(subscription, by, clock.now())
        if (code !== null) await remove(subscription.id, { by: null, code })
      }
    },
    /** Removes one automatically, with the reason for the journal. */
    drop: (id: string, code: 'dropped' | 'silent'): Promise<void> => remove(id, { by: null, code }),
  }
}

/** Current permissions. */
export interface SubscriptionRules {
  isInForce(signIn: string): Promise<boolean>
  /** Null if unknown. */
  names(): readonly string[] | null
  /** Names that may acknowledge; null if all viewers may. */
  mayAcknowledge(): readonly string[] | null
}

/** Null if it stays valid. */
async function whyOver(
  subscription: PushSubscription,
  { isInForce, names, mayAcknowledge }: SubscriptionRules,
  nowMs: number,
): Promise<EntryCode | null> {
  const { signIn = null, viewer, names: own = [viewer] } = subscription
  if (nowMs - renewedAt(subscription) >= SUBSCRIPTION_KEPT_MS) return 'lapsed'
  if (signIn !== null && !(await isInForce(signIn))) return 'signed-out'
  const known = names()
  // Subscriptions stored by versions without sign-ins have a name only.
  if (known && subscription.signIn === undefined && !known.includes(viewer)) return 'not-permitted'
  const allowed = mayAcknowledge()
  return allowed && !own.some((name) => allowed.includes(name)) ? 'not-permitted' : null
}

function renewedAt({ renewedMs, sinceMs }: PushSubscription): number {
  return renewedMs ?? sinceMs
}

export function keysOf({ p256dh, auth }: Pick<PushSubscription, 'p256dh' | 'auth'>): PushKeys {
  return { p256dh: Buffer.from(p256dh, 'base64url'), auth: Buffer.from(auth, 'base64url') }
}

function problemOf({ endpoint, keys }: PushSubscriptionInput, allowPrivate: boolean): string | null {
  const url = URL.parse(endpoint)
  if (url?.protocol !== 'https:' || url.username || url.password) return 'endpoint must be an https: URL'
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const isOurs = isIP(host) !== 0 ? isOwnNetwork(host) : /(^|\.)localhost\.?$/.test(host)
  if (!allowPrivate && isOurs) return `endpoint: ${REFUSED}`
  return areKeysGood(keysOf(keys)) ? null : 'keys must be those of a subscription'
}

function idOf(endpoint: string): string {
  return createHash('sha256').update(endpoint).digest('hex').slice(0, 16)
}

function hostOf({ endpoint }: PushSubscription): string {
  return new URL(endpoint).host
}
