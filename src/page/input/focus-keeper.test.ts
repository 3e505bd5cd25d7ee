// @vitest-environment happy-dom
import { expect, it, onTestFinished } from 'vitest'
import { keepFocus } from './focus-keeper.ts'

it('closes with Escape the panel of a focused button that became disabled', () => {
  onTestFinished(keepFocus())
  document.body.innerHTML = '<section><button id="save">Save</button><button id="close">Close</button></section>'
  const targets: EventTarget[] = []
  const note = ({ target }: Event) => targets.push(target!)
  addEventListener('keydown', note)
  onTestFinished(() => removeEventListener('keydown', note))
  const save = document.querySelector<HTMLButtonElement>('#save')!
  save.focus()
  save.disabled = true
  save.blur() // as browsers do
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }))
  expect(targets).toEqual([document.querySelector('#close')])
})
