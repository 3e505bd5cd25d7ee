import { expect, it } from 'vitest'
import { type Command, createCommands } from './commands.ts'

const fly: Command<string> = { name: 'fly' }
const save: Command<string> = { name: 'save' }

function setUp() {
  const commands = createCommands()
  const done: string[] = []
  const attach = (by = '') => commands.attach(fly, (to) => done.push(`${by}${to}`))
  return { commands, done, attach }
}

it('runs a command at once', () => {
  const { commands, done, attach } = setUp()
  attach()
  commands.ask(fly, 'home')
  commands.ask(fly, 'home')
  expect(done).toEqual(['home', 'home'])
})

it('keeps the latest request for a later handler, and runs it once', () => {
  const { commands, done, attach } = setUp()
  commands.ask(fly, 'home')
  commands.ask(fly, 'ZSPD')
  commands.ask(save, 'picture')
  const detach = attach()
  expect(done).toEqual(['ZSPD'])
  detach()
  attach()
  expect(done).toEqual(['ZSPD'])
})

it('drops a cancelled request', () => {
  const { commands, done, attach } = setUp()
  commands.ask(fly, 'home')
  commands.forget(fly)
  attach()
  expect(done).toEqual([])
})

it('waits again without a handler', () => {
  const { commands, done, attach } = setUp()
  attach()()
  commands.ask(fly, 'home')
  expect(done).toEqual([])
  attach()
  expect(done).toEqual(['home'])
})

it('delivers a request to the replacing map, when the replaced one detaches', () => {
  const { commands, done, attach } = setUp()
  const detachFirst = attach('first: ')
  attach('second: ')
  detachFirst()
  commands.ask(fly, 'home')
  expect(done).toEqual(['second: home'])
})
