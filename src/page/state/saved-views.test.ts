import { expect, it } from 'vitest'
import { forgetView, readSavedViews, saveView } from './saved-views.ts'

function storageWith(text: string | null = null) {
  let held = text
  return {
    getItem: () => held,
    setItem: (_key: string, value: string) => {
      held = value
    },
  }
}
const FUJIAN = { name: 'Fujian', view: { zoom: 6, lat: 26, lon: 118.5 } }

it('stores views by name until they are deleted', () => {
  const storage = storageWith()
  saveView(storage, FUJIAN)
  saveView(storage, { name: 'Hainan', view: { zoom: 7, lat: 19.2, lon: 109.7 } })
  saveView(storage, { ...FUJIAN, view: { ...FUJIAN.view, zoom: 7 } })
  expect(readSavedViews(storage).map(({ name, view }) => `${name} ${view.zoom}`)).toEqual(['Hainan 7', 'Fujian 7'])
  forgetView(storage, 'Hainan')
  expect(readSavedViews(storage)).toEqual([{ ...FUJIAN, view: { ...FUJIAN.view, zoom: 7 } }])
})

it.each(['nonsense', '{}', '[1,["x"],["","4/3/2"],["y","9/99/999"]]'])('reads %s as no views', (text) => {
  expect(readSavedViews(storageWith(text))).toEqual([])
})
