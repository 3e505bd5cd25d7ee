import { createHash } from 'node:crypto'
import { z } from 'zod'
import { TEXT_MAX } from '../../../contract/display-text.ts'
import type { Alarm, Stage } from '../../../contract/watch/alarms.ts'
import type { Step } from '../../../contract/watch/place-states.ts'
import type { PushMessage } from '../../../contract/watch/push.ts'
import { subjectOf } from '../../../core/levels/signature.ts'
import { headlineOf } from '../../../core/levels/texts.ts'
import { alarmTexts } from '../../../core/watch/alarm-sentence.ts'
import type { Lang } from '../../../locales/languages.ts'
import { encryptPush, PUSH_TEXT_MAX_BYTES } from '../push/encrypt.ts'
import { keysOf, type PushSubscription } from '../push/subscriptions.ts'
import { alarmText, titleOf } from './alarm-text.ts'
import { channelKind, NO_SUBSCRIBERS, type SenderDeps } from './channel.ts'
import { receiptOf } from './post.ts'
import { PushLanes } from './push-lanes.ts'

/** Time to live at the push service for a browser that is offline, s: a later alarm would be outdated. */
const TTL_S = 3_600
/** An alarm not accepted by any browser within this time no longer blocks others: its browsers may all be offline. */
const RELEASED_AFTER_MS = 200
const BODY_LINES_MAX = 5
const HIGH_STEPS: readonly Step[] = ['up', 'expected', 'observation', 'stop', 'service']
const TOPIC_LETTERS = 32
/** Stages that require action get high urgency, which wakes a phone in battery saving mode. */
const HIGH: readonly Stage[] = ['approach', 'alert', 'alarm', 'not-watched', 'feed-lost', 'channel-broken']

/** Messages to browsers subscribed on the page. */
export const webpush = channelKind({
  kind: 'webpush',
  settings: {
    subject: z
      .string()
      .max(TEXT_MAX)
      .regex(/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/, 'contact'),
  },
  redactedTarget: () => 'browsers',
  open({ subject, allowPrivate }, deps) {
    const { send, close } = createPushSender({ ...deps, subject, allowPrivate })
    return { send: ({ alarm }, passOn, release) => send(alarm, passOn, release), close }
  },
})

function createPushSender(of: SenderDeps & { subject: string; allowPrivate: boolean }) {
  const { push, post, subject, allowPrivate, clock } = of
  const { subscriptions } = push

  /** False if the push service reports the subscription as gone. */
  async function sendTo(subscription: PushSubscription, alarm: Alarm, signal: AbortSignal): Promise<boolean> {
    const { id, endpoint, lang } = subscription
    const headers = {
      authorization: await push.vapid.authorization(endpoint, subject),
      'content-encoding': 'aes128gcm',
      'content-type': 'application/octet-stream',
      ttl: String(TTL_S),
      urgency: isUrgent(alarm) ? 'high' : 'normal',
      topic: hashOf(subjectOf(alarm) ?? alarm.id),
    }
    const body = encryptPush(messageOf(alarm, lang), keysOf(subscription)).toString('base64')
    const answer = await post({ url: endpoint, headers, body, encoding: 'base64', allowPrivate, signal })
    const isGone = answer.status === 404 || answer.status === 410
    if (isGone) await subscriptions.drop(id, 'dropped')
    else receiptOf(answer, clock.now())
    return !isGone
  }

  const lanes = new PushLanes({
    send: sendTo,
    drop: (id) => void subscriptions.drop(id, 'silent'),
    clock,
  })

  return {
    /**
     * Resolves once all browsers except lagging ones have it; after a first success the others continue in the
     * background.
     */
    async send(alarm: Alarm, passOn: () => void = () => {}, release: () => void = () => {}): Promise<string> {
      const all = subscriptions.list()
      const wanted = all.filter(({ sinceMs }) => sinceMs <= Date.parse(alarm.at))
      lanes.keep(all)
      const prompt = wanted.filter(({ id }) => !lanes.isLagging(id))
      const outcomes = new Map(wanted.map((each) => [each, lanes.add(each, alarm)]))
      let taken = 0
      for (const outcome of outcomes.values()) {
        void outcome.then((became) => {
          if (became !== 'taken') return
          taken++
          passOn()
        })
      }
      const cancelRelease = clock.after(RELEASED_AFTER_MS, release)
      await Promise.all(prompt.map((each) => outcomes.get(each)))
      if (taken > 0) {
        cancelRelease()
        return `accepted for ${taken} of ${wanted.length} browsers`
      }
      const became = await Promise.all(outcomes.values())
      cancelRelease()
      if (taken > 0) return `accepted for ${taken} of ${wanted.length} browsers`
      const failed = became.filter((each) => typeof each === 'object')
      if (failed.length === 0) return NO_SUBSCRIBERS
      throw new Error(`${failed.length} of ${wanted.length} browsers: ${failed[0]!.why}`)
    },
    close: () => lanes.close(),
  }
}

function isUrgent({ step, stage }: Alarm): boolean {
  return step === undefined ? HIGH.includes(stage) : HIGH_STEPS.includes(step)
}

/** As long as a topic of a push message may be (RFC 8030, section 5.4). */
function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, TOPIC_LETTERS)
}

/** In the language of the subscribed page; text beyond the size limit is cut. */
function messageOf(alarm: Alarm, lang: Lang): Buffer {
  const { link, id, step } = alarm
  const subject = subjectOf(alarm)
  const headline = headlineOf(alarm, lang)
  const { simulated, disclaimer } = alarmTexts(lang)
  const left = [headline, simulated, link, disclaimer]
  const lines = alarmText(alarm, lang)
    .split('\n')
    .filter((line) => !left.includes(line))
  const message = (count: number): PushMessage => ({
    title: titleOf(alarm, lang),
    // The disclaimer is never cut.
    body: [...lines.slice(0, count), disclaimer].join('\n'),
    // One notification per ladder: a newer one replaces it.
    tag: subject === null ? id : hashOf(subject),
    renotify: step === 'up',
    link,
    lang,
  })
  for (let count = BODY_LINES_MAX; count > 0; count--) {
    const bytes = Buffer.from(JSON.stringify(message(count)))
    if (bytes.length <= PUSH_TEXT_MAX_BYTES) return bytes
  }
  return Buffer.from(JSON.stringify(message(0)))
}
