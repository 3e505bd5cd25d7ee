import { Registry } from 'prom-client'
import { expect, it } from 'vitest'
import { createRegister } from './register.ts'

it('counts once for two scrapes at the same moment, however long reading takes', async () => {
  const registry = new Registry()
  const answers: (() => void)[] = []
  createRegister(registry).counter('questions', 'Questions.', ['of'], async () => {
    await new Promise<void>((resolve) => answers.push(resolve))
    return { one: 3, other: 5 }
  })
  const scrapes = [registry.metrics(), registry.metrics()]
  while (answers.length < 2) await Promise.resolve()
  for (const answer of answers.reverse()) answer()
  for (const text of await Promise.all(scrapes)) {
    expect(text).toContain('brontide_questions_total{of="one"} 3')
    expect(text).toContain('brontide_questions_total{of="other"} 5')
  }
})

it('writes a value for each label, and none if unknown', async () => {
  const registry = new Registry()
  createRegister(registry).gauge('lines', 'Lines.', ['feed', 'state'], () => ({
    metar: { live: 1, off: 0 },
    other: {},
  }))
  const lines = (await registry.metrics()).split('\n').filter((line) => line.startsWith('brontide_lines{'))
  expect(lines).toEqual(['brontide_lines{feed="metar",state="live"} 1', 'brontide_lines{feed="metar",state="off"} 0'])
})
