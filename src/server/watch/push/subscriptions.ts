import { createHash } from 'node:crypto'
import { isIP } from 'node:net'
import type { PushSubscriptionSaid } from '../../../contract/watch/push.ts'
import type { Clock } from '../../../core/time/clock.ts'
import type { WatchStore } from '../../history/watch-store.ts'
import { isOwnNetwork, REFUSED } from '../channels/reach.ts'
import { entryOf } from '../shift/journal.ts'
import { areKeysGood, type PushKeys } from './encrypt.ts'

/** A browser that wants alarms. */
export interface PushSubscription {
  id: string
  endpoint: string
  p256dh: string
  auth: string
  lang: 'en' | 'zh'
  /** Who may have so many: a name, or an address that is not to be read from it. */
  viewer: string
  /** Unix ms: what was raised before is not for it. */
  sinceMs: number
}

export const SUBSCRIPTIONS_EACH_MAX = 10
export const SUBSCRIPTIONS_MAX = 500
const PUSH = 'push/'

export type PushSubscriptions = Awaited<ReturnType<typeof openPushSubscriptions>>

/** The browsers that want alarms, kept through restarts. Where they lead to is a secret of theirs: it is told to nobody. */
export async function openPushSubscriptions(store: Pick<WatchStore, 'states' | 'write'>, clock: Pick<Clock, 'now'>) {
  const texts = await store.states(PUSH)
  const held = new Map([...texts].map(([id, text]) => [id, JSON.parse(text) as PushSubscription]))

  async function remove(id: string, of: { by: string | null; why: string }): Promise<void> {
    const known = held.get(id)
    if (!known) return
    held.delete(id)
    const entry = entryOf('unsubscribe', { by: of.by, subject: id, text: `${hostOf(known)}${of.why}` }, clock.now())
    await store.write({ states: [[PUSH + id, null]], journal: [entry] })
  }

  return {
    list: (): PushSubscription[] => [...held.values()],
    /** Takes one in, or another language of it; answers its id, or why not. `allowPrivate`: it may lead to our own networks. */
    async add(
      said: PushSubscriptionSaid,
      of: { viewer: string; by: string | null; allowPrivate: boolean },
    ): Promise<{ id: string } | { problem: string; isFull: boolean }> {
      const problem = problemOf(said, of.allowPrivate)
      if (problem !== null) return { problem, isFull: false }
      const { endpoint, keys, lang } = said
      const id = idOf(endpoint)
      const known = held.get(id)
      if (!known) {
        const own = [...held.values()].filter(({ viewer }) => viewer === of.viewer).length
        if (own >= SUBSCRIPTIONS_EACH_MAX || held.size >= SUBSCRIPTIONS_MAX) {
          return { problem: 'as many browsers are subscribed as may be', isFull: true }
        }
      }
      const sinceMs = known?.sinceMs ?? Math.floor(clock.now())
      const subscription = { id, endpoint, ...keys, lang, viewer: known?.viewer ?? of.viewer, sinceMs }
      held.set(id, subscription)
      const entry = entryOf('subscribe', { by: of.by, subject: id, text: hostOf(subscription) }, clock.now())
      const journal = known ? [] : [entry]
      await store.write({ states: [[PUSH + id, JSON.stringify(subscription)]], journal })
      return { id }
    },
    /** False where there is no such one. */
    async end(endpoint: string, by: string | null): Promise<boolean> {
      const id = idOf(endpoint)
      if (!held.has(id)) return false
      await remove(id, { by, why: '' })
      return true
    },
    /** The push service knows it no more. */
    drop: (id: string): Promise<void> => remove(id, { by: null, why: ': it is known there no more' }),
  }
}

export function keysOf({ p256dh, auth }: Pick<PushSubscription, 'p256dh' | 'auth'>): PushKeys {
  return { p256dh: Buffer.from(p256dh, 'base64url'), auth: Buffer.from(auth, 'base64url') }
}

function problemOf({ endpoint, keys }: PushSubscriptionSaid, allowPrivate: boolean): string | null {
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
