import type { NatsConnection, Subscription } from '@nats-io/transport-node'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { pack } from '../messages.ts'
import { createBus } from './bus.ts'

it('skips invalid messages, which do not end the connection', () => {
  const callbacks: NonNullable<Parameters<NatsConnection['subscribe']>[1]>['callback'][] = []
  const connection = {
    subscribe(_subject: string, options: Parameters<NatsConnection['subscribe']>[1]) {
      callbacks.push(options?.callback)
      return { unsubscribe() {} } as Subscription
    },
  }
  const lines: string[] = []
  const log = pino({ base: null }, { write: (line: string) => void lines.push(line) })
  const bus = createBus(connection as unknown as NatsConnection, 'test', log)
  const heard: unknown[] = []
  bus.channel<string>('use').on((value) => heard.push(value))
  bus.onQuestion(() => {
    throw new Error('it can not be answered')
  })
  const [said, asked] = callbacks
  said!(null, { data: new TextEncoder().encode('of somebody else') } as never)
  said!(null, { data: pack({ by: 'another', value: 'much' }) } as never)
  asked!(null, { data: pack({ about: 'latency', icaos: [] }) } as never)
  expect(heard).toEqual(['much'])
  expect(lines.filter((line) => line.includes('invalid NATS message skipped'))).toHaveLength(2)
})
