import { expect, it } from 'vitest'
import { createMachine, step, type Transitions, transition } from './state-machine.ts'

type State = 'shut' | 'open' | 'gone'
type Event = 'push' | 'burn'

const DOOR: Transitions<State, Event, 'creak' | 'slam' | 'smoke'> = {
  shut: { push: step('open', 'creak'), burn: step('gone', 'smoke') },
  open: { push: step('shut', 'creak', 'slam') },
  gone: {},
}

it('tells what an event leads to, and that an ignored one changes nothing', () => {
  expect(transition(DOOR, 'open', 'push')).toEqual({ to: 'shut', run: ['creak', 'slam'] })
  expect(transition(DOOR, 'open', 'burn')).toEqual({ to: 'open', run: [] })
})

it('is in the next state when its effects run, in their order', () => {
  const seen: string[] = []
  const door = createMachine(DOOR, 'open', (effect) => seen.push(`${effect} ${door.state}`))
  door.send('push')
  expect(seen).toEqual(['creak shut', 'slam shut'])
})

it('leaves undone what is out of date after an effect sent an event itself', () => {
  const seen: string[] = []
  const door = createMachine(DOOR, 'open', (effect) => {
    seen.push(effect)
    if (effect === 'creak') door.send('burn')
  })
  door.send('push')
  expect([seen, door.state]).toEqual([['creak', 'smoke'], 'gone'])
})
