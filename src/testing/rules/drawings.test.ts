import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const src = join(import.meta.dirname, '../..')

it('has no drawing of fixed size beside text that scales with the screen', () => {
  const fixed = globSync(`${src}/**/*.tsx`).flatMap((file) => {
    const drawings = readFileSync(file, 'utf8').match(/<svg[^>]*>/g) ?? []
    return drawings.filter((drawing) => /\s(width|height)=("[\d.]+"|\{[\d.]+\})/.test(drawing)).map(() => file)
  })
  expect(fixed).toEqual([])
})
