import { Registry } from 'prom-client'
import { expect, it } from 'vitest'
import { createRegister } from './register.ts'

it('counts once for two scrapes at the same moment, however long reading takes', async () => {
  const registry = new Registry()
  const answers: (() => void)[] = []
  createRegister(registry).counter('questions', 'Questions.', ['of'], async (put) => {
    put({ of: 'one' }, 3)
    await new Promise<void>((resolve) => answers.push(resolve))
    put({ of: 'other' }, 5)
  })
  const scrapes = [registry.metrics(), registry.metrics()]
  while (answers.length < 2) await Promise.resolve()
  for (const answer of answers.reverse()) answer()
  for (const text of await Promise.all(scrapes)) {
    expect(text).toContain('brontide_questions_total{of="one"} 3')
    expect(text).toContain('brontide_questions_total{of="other"} 5')
  }
})
