// @vitest-environment happy-dom
import { readFileSync } from 'node:fs'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { addressOf, PARAMETERS } from './address-of.ts'

beforeAll(async () => {
  // The frame does not load its page.
  type Settings = { enableIframePageLoading: boolean; navigation: { disableChildFrameNavigation: boolean } }
  const { settings } = (window as unknown as { happyDOM: { settings: Settings } }).happyDOM
  settings.enableIframePageLoading = true
  settings.navigation.disableChildFrameNavigation = true
  const script = document.createElement('script')
  script.src = 'https://map.example.com/embed.js'
  Object.defineProperty(document, 'currentScript', { value: script, configurable: true })
  await import('./brontide-map.ts')
})
beforeEach(() => document.body.replaceChildren())

function put(html: string) {
  document.body.innerHTML = html
  const element = document.querySelector('brontide-map')!
  return { element, frame: element.shadowRoot!.querySelector('iframe')! }
}

it('is a frame of the script’s server, with the URL of the attributes', () => {
  const { frame } = put(
    '<brontide-map view="7/31.1/121.8" airport="ZSPD" theme="light" lang="zh" class="wide"></brontide-map>',
  )
  expect(frame.src).toBe('https://map.example.com/?airport=ZSPD&theme=light&lang=zh#7/31.1/121.8')
  expect([frame.title, frame.allow]).toEqual(['Brontide', 'fullscreen; geolocation; screen-wake-lock'])
})

it('is a wall if the attribute is set', () => {
  const { frame } = put('<brontide-map wall tour="ZBAA,ZSPD" dwell="30" title="The wall"></brontide-map>')
  expect(frame.src).toBe('https://map.example.com/?kiosk=&tour=ZBAA%2CZSPD&dwell=30')
  expect(frame.title).toBe('The wall')
})

it('loads another URL once if several attributes change', async () => {
  const { element, frame } = put('<brontide-map view="4/31/121"></brontide-map>')
  element.setAttribute('view', '8/40/116')
  element.setAttribute('place', 'golf')
  expect(frame.src).toBe('https://map.example.com/#4/31/121')
  await Promise.resolve()
  expect(frame.src).toBe('https://map.example.com/?place=golf#8/40/116')
})

it('lets no attribute lead to another origin', () => {
  const address = addressOf('https://map.example.com', () => '//evil.example.com/?x#y&z=')
  expect(new URL(address).origin).toBe('https://map.example.com')
})

it('accepts every choice of the URL as an attribute', () => {
  const documented = readFileSync('docs/address.md', 'utf8').matchAll(/^\| `(\w+)` \|/gm)
  expect(PARAMETERS.toSorted()).toEqual([...documented].map(([, parameter]) => parameter).sort())
})
