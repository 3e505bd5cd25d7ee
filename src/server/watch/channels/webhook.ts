import { createHmac, randomUUID } from 'node:crypto'
import { z } from 'zod'
import { TEXT_MAX } from '../../../contract/display-text.ts'
import { type Alarm, isRow } from '../../../contract/watch/alarms.ts'
import { channelKind } from './channel.ts'
import { receiptOf, urlSchema } from './post.ts'

/** A signed POST for programs: the form is in docs/alarms.md. */
export const webhook = channelKind({
  kind: 'webhook',
  sendsEvery: true,
  settings: { url: urlSchema, secret: z.string().min(16).max(TEXT_MAX) },
  redactedTarget: ({ url }) => new URL(url).host,
  open({ url, secret, allowPrivate }, { post, clock }) {
    return {
      async send({ alarm, text }) {
        const body = JSON.stringify(bodyOf(alarm, text))
        const seconds = Math.floor(clock.now() / 1_000)
        const signature = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
        const headers = {
          'x-brontide-delivery': randomUUID(),
          'x-brontide-signature': `t=${seconds},v1=${signature}`,
        }
        return receiptOf(await post({ url, headers, body, allowPrivate }), clock.now())
      },
    }
  },
})

/** Version of the body, so that programs can detect changes. */
const BODY_VERSION = 2

/** Payload for programs: the whole row with its text, plus the alarm fields of versions without rows. */
export function bodyOf(alarm: Alarm, text: string) {
  const { id, place, step, stage, at, struckAt, distanceKm, arrival, watched, link, simulated } = alarm
  const named = place && { id: place.id, name: place.name }
  const before = { id, place: named, step, stage, at, struckAt, distanceKm, arrival, watched, text, link, simulated }
  return { version: BODY_VERSION, ...(isRow(alarm) && alarm), ...before, ...(isRow(alarm) && { place }) }
}
