import type { Page } from '@playwright/test'
import { createDesk } from './desk.ts'

interface Screen {
  name: string
  address: string
  keys?: readonly string[]
}

const PUDONG = '8/31.14/121.8'
/** Screens of one address follow each other in one visit. */
const SCREENS: Screen[] = [
  { name: 'the map', address: '/?#4/32/107' },
  { name: 'the layers', address: '/?#4/32/107', keys: ['l'] },
  { name: 'the settings', address: '/?#4/32/107', keys: ['?'] },
  { name: 'the board', address: '/?#4/32/107', keys: ['Escape', 'b'] },
  { name: 'an airport', address: `/?airport=ZSPD&watch=ZSPD,ZSSS#${PUDONG}` },
  { name: 'the past', address: `/?airport=ZSPD&watch=ZSPD,ZSSS#${PUDONG}`, keys: ['['] },
  { name: 'the alerts', address: `/?airport=ZSPD&watch=ZSPD,ZSSS#${PUDONG}`, keys: ['.', 'a'] },
]

/** A person with a phone in portrait or landscape. */
export function createHolder(page: Page, url: string) {
  const desk = createDesk(page, url)
  let at = ''
  return {
    screens: SCREENS,
    async opens({ address, keys = [] }: Screen) {
      if (address !== at) {
        await page.goto('about:blank')
        await page.goto(url + address)
        await desk.search.waitFor() // not covered, as by a board on a phone in landscape
        at = address
      }
      for (const key of keys) await page.keyboard.press(key)
    },
    /** Visible controls that are covered, or smaller than a finger. */
    misplaced: () => page.evaluate(misplacedControls),
  }
}

/** Runs within the page. */
function misplacedControls(): string[] {
  const leastPx = 43.5
  const dialog = document.querySelector('[role=dialog]')
  const within = dialog ?? document
  const found: string[] = []
  for (const control of within.querySelectorAll<HTMLInputElement>('button, input, select, summary, [role=slider]')) {
    const pressed = control.closest('label') ?? control
    const { x, y, width, height } = pressed.getBoundingClientRect()
    const middleX = x + width / 2
    const middleY = y + height / 2
    if (control.disabled || width === 0 || !pressed.checkVisibility({ visibilityProperty: true })) continue
    if (isScrolledAway(pressed, middleX, middleY)) continue
    const name = control.ariaLabel ?? pressed.textContent?.trim().slice(0, 40)
    if (width < leastPx || height < leastPx) found.push(`${name} is ${Math.round(width)} × ${Math.round(height)}`)
    const hit = document.elementFromPoint(middleX, middleY)
    if (!hit || !(pressed.contains(hit) || hit.contains(pressed))) {
      found.push(`${name} lies under ${hit?.textContent?.slice(0, 40) ?? 'the edge'}`)
    }
  }
  return found

  function isScrolledAway(element: Element, atX: number, atY: number): boolean {
    for (let box = element.parentElement; box; box = box.parentElement) {
      if (!/auto|scroll/.test(getComputedStyle(box).overflow)) continue
      const { top, bottom, left, right } = box.getBoundingClientRect()
      if (atY < top || atY > bottom || atX < left || atX > right) return true
    }
    return false
  }
}
