import type { Alarm } from '../../contract/watch/alarms.ts'
import { heldOrMade } from '../../core/util/held-or-made.ts'
import type { Channel } from '../../server/watch/channels/channels-file.ts'
import type { Post } from '../../server/watch/channels/post.ts'
import { setUpWatch } from '../watch-kit.ts'
import { channelsOf } from './channel-kit.ts'

/** Webhooks with these ids and all stages, at https://ID.example.com/. */
export function webhooks(...ids: string[]): readonly Channel[] {
  return webhooksWith({}, ...ids)
}

export function webhooksWith(over: object, ...ids: string[]): readonly Channel[] {
  const stages = ['approach', 'alert', 'alarm', 'quiet', 'not-watched', 'feed-lost', 'channel-broken']
  const secret = 'a secret of a webhook'
  return channelsOf(
    ids.map((id) => ({ id, kind: 'webhook', url: `https://${id}.example.com/`, secret, stages, ...over })),
  )
}

/** In-memory receivers with the ids that they received, including repeats. */
export function createReceivers() {
  const took = new Map<string, Alarm[]>()
  let answer: Post = async () => ({ status: 204, text: '' })
  const post: Post = async (outgoing) => {
    const answered = await answer(outgoing)
    const name = new URL(outgoing.url).hostname.split('.')[0]!
    if (answered.status < 300) heldOrMade(took, name, () => []).push(JSON.parse(outgoing.body) as Alarm)
    return answered
  }
  return {
    post,
    answers(how: typeof answer): void {
      answer = how
    },
    alarms: (name: string) => took.get(name) ?? [],
    /** The first message of each alarm, by place, in order of arrival. */
    byPlace(name: string): Record<string, string[]> {
      const seen = new Set<string>()
      const first = (took.get(name) ?? []).filter(({ id, place }) => place && !seen.has(id) && seen.add(id))
      const groups = Map.groupBy(first, ({ place }) => place!.id)
      return Object.fromEntries([...groups].map(([id, of]) => [id, of.map(({ stage }) => stage)]))
    },
  }
}

/** An alarm engine with webhooks to in-memory receivers. */
export async function setUpReceivers(over: Parameters<typeof setUpWatch>[0] = {}) {
  const receivers = createReceivers()
  const world = await setUpWatch({ post: receivers.post, channels: webhooks('a', 'b'), ...over })
  return Object.assign(world, { receivers })
}

/** Deliveries dropped by channel a, newest first. */
export function givenUp({ history }: Awaited<ReturnType<typeof setUpReceivers>>) {
  return history.watch.deliveries({ channel: 'a', outcome: 'given-up', limit: 100_000 })
}
