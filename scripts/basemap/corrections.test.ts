import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { namesOf } from './corrections.ts'

const DATA = join(import.meta.dirname, '../../data/basemap')
const VOWEL = /[aeiouyäöüåáéíóúàèêëïõûâîô]/i

function named(kind: 'lakes' | 'rivers'): string[] {
  const found = new Set<string>()
  JSON.parse(readFileSync(join(DATA, `${kind}-10m.json`), 'utf8'), (_, value: unknown) => {
    const { name_en: name } = namesOf(kind, (value ?? {}) as Record<string, unknown>)
    if (name) found.add(name)
    return value
  })
  return [...found]
}

it.each(['lakes', 'rivers'] as const)('restores the lost letters of %s', (kind) => {
  const names = named(kind)
  expect(names.length).toBeGreaterThan(100)
  const words = names.flatMap((name) => name.split(/[^\p{Letter}]+/u)).filter((word) => word.length > 1)
  expect(words.filter((word) => !VOWEL.test(word) && word !== 'St')).toEqual([])
  if (kind === 'lakes') expect(names).toContain('Päijänne')
})
