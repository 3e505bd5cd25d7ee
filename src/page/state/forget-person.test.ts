// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { forgetPerson } from './forget-person.ts'

it('deletes personal data, and keeps the screen’s and foreign data', () => {
  const ofPerson = ['name', 'viewer', 'alerts', 'views', 'watched', 'something-new'].map((name) => `brontide.${name}`)
  const stays = ['brontide.preferences', 'brontide.hinted', 'brontide.reloads', 'brontide.heals', 'another-app']
  for (const storage of [localStorage, sessionStorage]) {
    for (const key of [...ofPerson, ...stays]) storage.setItem(key, 'kept')
  }
  forgetPerson([localStorage, sessionStorage])
  for (const storage of [localStorage, sessionStorage]) {
    expect(ofPerson.filter((key) => storage.getItem(key) !== null)).toEqual([])
    expect(stays.filter((key) => storage.getItem(key) === null)).toEqual([])
  }
})
