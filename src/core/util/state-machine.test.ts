import { expect, it } from 'vitest'
import { createMachine, step, type Transitions, transition } from './state-machine.ts'

type State = 'shut' | 'open' | 'gone'
type Event = 'push' | 'burn'

const DOOR: Transitions<State, Event, 'creak' | 'slam' | 'smoke'> = {
  shut: { push: step('open', 'creak'), burn: step('gone', 'smoke') },
  open: { push: step('shut', 'creak', 'slam') },
  gone: {},
}

it('returns the result of an event, and ignores events without effect', () => {
  expect(transition(DOOR, 'open', 'push')).toEqual({ to: 'shut', run: ['creak', 'slam'] })
  expect(transition(DOOR, 'open', 'burn')).toEqual({ to: 'open', run: [] })
})

it('is in the next state when its effects run, in their order', () => {
  const seen: string[] = []
  const door = createMachine(DOOR, 'open', (effect) => seen.push(`${effect} ${door.state}`))
  door.send('push')
  expect(seen).toEqual(['creak shut', 'slam shut'])
})

it('skips outdated effects after an effect sent an event', () => {
  const seen: string[] = []
  const door = createMachine(DOOR, 'open', (effect) => {
    seen.push(effect)
    if (effect === 'creak') door.send('burn')
  })
  door.send('push')
  expect([seen, door.state]).toEqual([['creak', 'smoke'], 'gone'])
})
