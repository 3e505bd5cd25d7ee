import { onTestFinished } from 'vitest'
import type { Alarm } from '../../contract/watch/alarms.ts'
import { problemText } from '../../core/problems/problem-text.ts'
import { systemClock } from '../../core/time/clock.ts'
import { alarmText } from '../../server/watch/channels/alarm-text.ts'
import type { SenderDeps } from '../../server/watch/channels/channel.ts'
import { type Channel, readChannels } from '../../server/watch/channels/channels-file.ts'
import { createPost } from '../../server/watch/channels/post.ts'
import { bodyOf } from '../../server/watch/channels/webhook.ts'
import { newInstance } from '../../server/watch/made-once.ts'
import { createVapid, newVapidKey } from '../../server/watch/push/vapid.ts'

/** No subscriptions, and no identity. */
export const NO_PUSH: SenderDeps['push'] = {
  subscriptions: {
    list: () => [],
    add: async () => ({ id: '' }),
    end: async () => false,
    drop: async () => {},
    review: async () => {},
  },
  vapid: createVapid(newVapidKey, systemClock),
}

export const ALARM: Alarm = {
  id: 'golf.alarm.1782892800123',
  place: { id: 'golf', name: 'East Golf Course', nameZh: '东高尔夫球场', group: 'courses', lat: 31, lon: 121 },
  stage: 'alarm',
  at: '2026-07-01T08:00:02.500Z',
  struckAt: '2026-07-01T08:00:00.123Z',
  distanceKm: 4.2,
  arrival: null,
  watched: 0.987,
  simulated: true,
  details: { ringKm: 5, holdMin: 30, timeZone: 'Asia/Shanghai' },
  link: 'https://map.example.com/?at=31%2C121',
  acknowledged: null,
}

/** Channels from entries of `CHANNELS_FILE`; throws with the problems. */
export function channelsOf(entries: readonly object[]): readonly Channel[] {
  const read = readChannels(JSON.stringify(entries))
  if (!read.ok) throw new Error(read.problems.map((problem) => problemText(problem)).join('; '))
  return read.value
}

/** The problems of entries of `CHANNELS_FILE`. */
export function problemsOf(entries: unknown): string[] {
  const read = readChannels(JSON.stringify(entries))
  return read.ok ? [] : read.problems.map((problem) => problemText(problem))
}

/** A channel, open until the test ends, that sends alarms as in operation. */
export function opened(entry: object, deps: Partial<SenderDeps> = {}) {
  const [channel] = channelsOf([entry])
  const { lang, open } = channel!
  const sender = open({ post: createPost(), clock: systemClock, push: NO_PUSH, instance: newInstance, ...deps })
  const close = () => sender.close?.()
  onTestFinished(close)
  const messageOf = (alarm: Alarm) => ({ alarm, text: alarmText(alarm, lang), lang })
  return {
    send: (alarm = ALARM) => sender.send(messageOf(alarm)),
    /** Sets the retained alarm of a place, once connected; null clears it. */
    async leave(alarm: Alarm | null, place = ALARM.place!.id): Promise<void> {
      const { placeTopic, put, onConnect } = sender.states!
      await new Promise<void>((resolve) => onConnect(resolve))
      await put(`${placeTopic(place)}/state`, alarm && JSON.stringify(bodyOf(alarm, messageOf(alarm).text)))
    },
    /** Given where the other side keeps messages. */
    topics: sender.states,
    close,
  }
}
