import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Alarm, Stage } from '../../../contract/watch/alarms.ts'
import type { PushMessage } from '../../../contract/watch/push.ts'
import { alarmStrings } from '../../../core/watch/alarm-strings.ts'
import { encryptPush, PUSH_TEXT_MAX_BYTES } from '../push/encrypt.ts'
import { keysOf, type PushSubscription } from '../push/subscriptions.ts'
import { alarmText, headlineOf, type Lang } from './alarm-text.ts'
import { channelKind, NOBODY, type SenderDeps } from './channel.ts'

/** So long a push service keeps what a browser that is off has not had, s: later it is no news. */
const TTL_S = 3_600
const AT_ONCE = 8
/** After so many failures in a row a browser holds up nobody: it is tried with each alarm that comes. */
const LAGGING_AFTER = 3
/** Alarms of which some browsers had theirs already; of the oldest it is forgotten. */
const PARTLY_MAX = 1_000
const BODY_LINES_MAX = 6
/** What asks somebody to do something wakes a telephone that saves its battery. */
const HIGH: readonly Stage[] = ['approach', 'alert', 'alarm', 'not-watched', 'feed-lost', 'channel-broken']

/** Messages to the browsers that people have subscribed on the page. */
export const webpush = channelKind({
  kind: 'webpush',
  settings: {
    subject: z.string().regex(/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/, 'must be a mailto: address or an https: URL'),
  },
  leadsTo: () => 'browsers',
  open({ subject, allowPrivate }, deps) {
    const send = createPushSender({ ...deps, subject, allowPrivate })
    return { send: ({ alarm }) => send(alarm) }
  },
})

function createPushSender(of: SenderDeps & { subject: string; allowPrivate: boolean }) {
  const { push, post, subject, allowPrivate } = of
  const failures = new Map<string, number>()
  const partly = new Map<string, Set<string>>()

  /** Why it was not taken; null where it was, or where nobody will ever take it. */
  async function sendTo(subscription: PushSubscription, alarm: Alarm): Promise<string | null> {
    const { id, endpoint, lang } = subscription
    try {
      const headers = {
        authorization: await push.vapid.authorization(endpoint, subject),
        'content-encoding': 'aes128gcm',
        'content-type': 'application/octet-stream',
        ttl: String(TTL_S),
        urgency: HIGH.includes(alarm.stage) ? 'high' : 'normal',
        topic: createHash('sha256').update(alarm.id).digest('base64url').slice(0, 32),
      }
      const body = encryptPush(messageOf(alarm, lang), keysOf(subscription)).toString('base64')
      const { status } = await post({ url: endpoint, headers, body, encoding: 'base64', allowPrivate })
      if (status === 404 || status === 410) await push.subscriptions.drop(id)
      else if (status < 200 || status > 299) throw new Error(`it answered with status ${status}`)
      failures.delete(id)
      return null
    } catch (error) {
      failures.set(id, (failures.get(id) ?? 0) + 1)
      return error instanceof Error ? error.message : 'it failed'
    }
  }

  return async (alarm: Alarm): Promise<string> => {
    const had = partly.get(alarm.id) ?? new Set<string>()
    const wanted = push.subscriptions.list().filter(({ sinceMs }) => sinceMs <= Date.parse(alarm.at))
    for (const id of failures.keys()) if (!wanted.some((each) => each.id === id)) failures.delete(id)
    if (wanted.length === 0) return NOBODY
    const waiting = wanted.filter(({ id }) => !had.has(id))
    const failed: { id: string; why: string }[] = []
    for (let from = 0; from < waiting.length; from += AT_ONCE) {
      const some = waiting.slice(from, from + AT_ONCE)
      const whys = await Promise.all(some.map((each) => sendTo(each, alarm)))
      for (const [i, { id }] of some.entries()) {
        const why = whys[i] ?? null
        if (why === null) had.add(id)
        else failed.push({ id, why })
      }
    }
    const holdsUp = failed.some(({ id }) => failures.get(id)! < LAGGING_AFTER)
    if (failed.length > 0 && (holdsUp || had.size === 0)) {
      partly.set(alarm.id, had)
      if (partly.size > PARTLY_MAX) partly.delete(partly.keys().next().value!)
      throw new Error(`${failed.length} of ${wanted.length} browsers: ${failed[0]!.why}`)
    }
    partly.delete(alarm.id)
    return `taken for ${wanted.length - failed.length} of ${wanted.length} browsers`
  }
}

/** In the language of the page that subscribed; what is too long for a push message is cut at its end. */
function messageOf(alarm: Alarm, lang: Lang): Buffer {
  const { simulated, link, id } = alarm
  const headline = headlineOf(alarm, lang)
  const left = [headline, alarmStrings[lang].simulated, link]
  const lines = alarmText(alarm, lang)
    .split('\n')
    .filter((line) => !left.includes(line))
  const message = (count: number): PushMessage => ({
    title: simulated ? `${alarmStrings[lang].simulated}: ${headline}` : headline,
    body: lines.slice(0, count).join('\n'),
    ...{ tag: id, link, lang },
  })
  for (let count = BODY_LINES_MAX; count > 0; count--) {
    const bytes = Buffer.from(JSON.stringify(message(count)))
    if (bytes.length <= PUSH_TEXT_MAX_BYTES) return bytes
  }
  return Buffer.from(JSON.stringify(message(0)))
}
