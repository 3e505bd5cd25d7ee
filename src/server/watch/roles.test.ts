import { expect, it } from 'vitest'
import { namesFor, readRoles } from './roles.ts'

it.each([
  ['Zoe\u0308', 'Zo\u00eb'],
  ['Zo\u00eb', 'Zoe\u0308'],
  [' 张三 ', '张三'],
])('gives the role of %j in the file to %j', (written, name) => {
  const read = readRoles(JSON.stringify({ acknowledge: [], configure: [written] }))
  if (!read.ok) throw new Error('the file is refused')
  const who = { isPerson: true, name, claims: {} } as Parameters<typeof namesFor>[1]
  expect(namesFor('configure', who, read.value!)).toEqual([name])
  expect(namesFor('acknowledge', who, read.value!)).toEqual([])
})
