import { LAYER_STEP_MIN, layerColourAt } from '../src/testing/fakes/fake-layer-source.ts'
import { createLayerWatcher } from './drivers/layer-watcher.ts'
import { recordTraffic } from './drivers/traffic-recorder.ts'
import { expect, takeThePlainMap, test } from './fixtures.ts'
import { RADAR_KEEPS_MS, startWithLayers } from './layer-source.ts'

const STEP_MS = LAYER_STEP_MIN * 60_000
/** A position inside the one area, without strikes, towns or borders nearby. */
const IN_THE_AREA = { lat: 30.6, lon: 117.9 }
const VIEW = '#6/30.6/117.9'

// One server for all tests, in sequence.
test.describe.configure({ mode: 'default' })

let brontide: Awaited<ReturnType<typeof startWithLayers>>
test.beforeAll(async () => {
  brontide = await startWithLayers()
})
test.afterAll(() => brontide.close())
test.beforeEach(() => {
  brontide.wms.fails = null
  brontide.files.fails = null
})

const clock = (ms: number) => new Date(ms).toISOString().slice(11, 16)
const stepAt = (ms: number) => Math.floor(ms / STEP_MS) * STEP_MS
/** The address of the map at a moment. */
const at = (ms: number) => `/?layers=&t=${new Date(ms).toISOString().slice(0, 19)}Z${VIEW}`

/** The newest step requested from the radar's source. */
function newestAskedMs(): number {
  const times = brontide.wms.asked.map((path) => new URLSearchParams(path.split('?')[1]).get('TIME') ?? '')
  return Math.max(...times.map((time) => Date.parse(time)))
}

test('radar of a WMS follows the timeline, is cached as shown, and its credential stays on the server', async ({
  page,
}) => {
  const heard = recordTraffic(page)
  const { given, when, get, sees } = createLayerWatcher(page, brontide.url)
  await test.step('live: the newest', async () => {
    await given.opensTheMap(`/?layers=${VIEW}`)
    await sees.says('Radar', /\d\d:\d\d UTC, .* ago/)
    await sees.credits('© Radar Office')
    await expect
      .poll(async () => String(await get.colourAt(IN_THE_AREA)) === String(layerColourAt(newestAskedMs())))
      .toBe(true)
    expect(Math.abs(Date.now() - newestAskedMs())).toBeLessThan(2 * STEP_MS)
  })
  for (const agoMs of [STEP_MS, 2 * STEP_MS]) {
    await test.step(`rewound by ${agoMs / 60_000} min: the step of the moment`, async () => {
      const shownMs = Date.now() - agoMs
      await given.opensTheMap(at(shownMs))
      await sees.says('Radar', `${clock(stepAt(shownMs))} UTC, shown at ${clock(shownMs)} UTC`)
      await sees.credits(`Radar ${clock(stepAt(shownMs))} UTC`)
      await expect.poll(() => get.colourAt(IN_THE_AREA)).toEqual([...layerColourAt(stepAt(shownMs))])
    })
  }
  await test.step('before the history: no data, and a notice', async () => {
    await given.opensTheMap(at(Date.now() - 2 * RADAR_KEEPS_MS))
    await sees.says('Radar', 'Available for the last 1 h only')
    await sees.credits('not available')
    const [red = 0, green = 0, blue = 0] = await get.colourAt(IN_THE_AREA)
    expect(Math.max(red, green, blue)).toBeLessThan(200)
    await when.returnsToLive()
    await sees.says('Radar', /\d\d:\d\d UTC, .* ago/)
  })
  await test.step('switch and opacity are in the URL, and are stored', async () => {
    await when.fades('Radar', 40)
    await when.turns('Areas of service', true)
    await expect.poll(get.address).toBe('radar@40,areas')
    await sees.credits('Our office')
    await given.opensTheMap('/')
    await sees.says('Radar', '40%')
    await when.turns('Radar', false)
    await expect.poll(get.address).toBe('-radar@40,areas')
    await sees.creditsNot('Radar')
  })
  expect((await heard.everything()).join('\n')).not.toContain(brontide.key)
  expect(brontide.log()).not.toContain(brontide.key)
})

test.describe('a source that fails', () => {
  test.use({ expectedComplaints: [/status of 50[02]/] })

  test('is reported in its row and on the map, and recovers automatically', async ({ page }) => {
    const { given, sees, get } = createLayerWatcher(page, brontide.url)
    brontide.wms.fails = { status: 500 }
    // Tiles that were never requested.
    const shownMs = stepAt(Date.now() - STEP_MS) + 1_000
    await given.opensTheMap(at(shownMs).replace(VIEW, '#7.5/30.6/117.9'))
    await sees.says('Radar', 'Not shown: source reports an error')
    await sees.credits('not shown')
    brontide.wms.fails = null
    await sees.says('Radar', `${clock(stepAt(shownMs))} UTC, shown at`)
    await sees.creditsNot('not shown')
    await expect.poll(() => get.colourAt(IN_THE_AREA)).toEqual([...layerColourAt(stepAt(shownMs))])
  })

  test('of a file is reported and retried, and the file is shown', async ({ page }) => {
    const { given, when, sees, get } = createLayerWatcher(page, brontide.url)
    brontide.files.fails = { status: 500 }
    await given.opensTheMap(`/?layers=&also=-radar,areas${VIEW}`)
    await sees.says('Areas of service', 'Not shown: source reports an error')
    const [before = 0] = await get.colourAt(IN_THE_AREA)
    brontide.files.fails = null
    await sees.says('Areas of service', /Loaded .* ago/)
    await expect.poll(async () => (await get.colourAt(IN_THE_AREA))[0]).toBeGreaterThan(before + 20)
    await when.turns('Areas of service', false)
    // Base map tiles loaded meanwhile may have darkened it slightly.
    await expect.poll(async () => (await get.colourAt(IN_THE_AREA))[0]).toBeLessThan(before + 10)
  })
})

test('the plain map shows it as well', async ({ page }) => {
  await takeThePlainMap(page)
  const { given, get, sees } = createLayerWatcher(page, brontide.url)
  const shownMs = Date.now() - STEP_MS
  await given.opensTheMap(at(shownMs))
  await sees.says('Radar', `${clock(stepAt(shownMs))} UTC`)
  await expect.poll(() => get.colourAt(IN_THE_AREA)).toEqual([...layerColourAt(stepAt(shownMs))])
})
