import { createTypist } from './drivers/typist.ts'
import { expect, test } from './fixtures.ts'

test.use({ viewport: { width: 1280, height: 800 } })

test('every journey works by keyboard, the focus is always visible and never lost, and nothing shifts', async ({
  page,
  simulated,
}) => {
  const { given, when, get, sees } = createTypist(page, simulated.url)
  await given.opensTheMap('/#5.5/29/113')

  await test.step('all controls by the tab key', async () => {
    const stops = await when.tabsAround()
    const order = [/Map/, /Search airports/, /Settings/, /Hide layers/, / in view/, /Zoom in/, /Commands/, /Shown time/]
    const at = order.map((name) => stops.findIndex((stop) => name.test(stop)))
    expect(at).not.toContain(-1)
    expect(at).toEqual(at.toSorted((a, b) => a - b))
  })

  await test.step('the map, and the mark at its centre', async () => {
    await sees.theFocusOn(/Map/)
    const before = get.view()
    await when.press('ArrowRight')
    await expect.poll(get.view).not.toBe(before)
    await when.press('Enter')
    await sees.thePanel(/./)
    await sees.theFocusOn(/Map/)
    await when.partTo(/Selection/)
    await sees.theFocusOn(/Selection/)
    await when.press('Escape')
    await sees.noPanel()
    await sees.theFocusOn(/Map/)
  })

  await test.step('an airport by its code: pinned, printed, closed, opened again from the strip', async () => {
    await when.findsAndOpens('ZSPD')
    await sees.thePanel('Airport ZSPD')
    await sees.theFocusOn(/Selection/)
    const theme = await get.theme()
    await when.press('w', 'p')
    await expect.poll(get.printed).toBe(1)
    await when.press('Escape')
    await sees.noPanel()
    expect(await get.theme()).toBe(theme)
    await sees.theFocusOn(/./)
    await when.partTo(/Search airports/)
    await when.tabTo(/ZSPD/)
    await when.press('Enter')
    await sees.thePanel('Airport ZSPD')
    await when.partTo(/Selection/)
    await when.press('Tab', 'Enter') // the button that closes it
    await sees.noPanel()
    await sees.theFocusOn(/ZSPD/)
    await when.press('h')
  })

  await test.step('marks on the map, from their lists; a storm', async () => {
    const lists = await get.listsInView()
    expect(lists.length).toBeGreaterThanOrEqual(3)
    for (const { layer, list } of lists) {
      await when.choosesFromTheList(layer, list)
      await sees.thePanel(/./)
      await when.press('Escape')
      await sees.noPanel()
      await sees.theFocusOn(/./)
    }
    await sees.thatTheLayersEndWithTheirLastWords()
    await when.press('h') // where there are storms
    await when.partTo(/Hide layers/)
    const before = get.view()
    await when.tabTo(/strokes\/min|rate unknown/)
    await when.press('Enter')
    await expect.poll(get.view).not.toBe(before)
  })

  await test.step('back in time, on, and to the present', async () => {
    await when.press('[', '[')
    await sees.thePast()
    await when.partTo(/LIVE/)
    await when.tabTo(/slider Shown time/)
    const before = await sees.theMoment()
    await when.press('ArrowLeft')
    await expect.poll(sees.theMoment).not.toBe(before)
    await when.partTo(/LIVE/)
    await when.press('.')
    await sees.thePresent()
    await sees.theFocusOn(/Step back|Shown time/)
  })

  await test.step('the board: sorted, filtered, an airport opened, closed from outside', async () => {
    await when.press('b')
    await sees.theFocusOn(/tr|row/)
    await when.tabTo(/^button Airport/, 'Shift+Tab')
    await when.press('Enter')
    await sees.theBoardSortedBy(/^Airport/, 'ascending')
    await when.press('f')
    await when.types('ZB')
    await when.press('ArrowDown')
    await sees.theFocusOn(/ZB/)
    await when.press('Enter')
    await sees.thePanel(/Airport ZB/)
    await when.partTo(/Selection/)
    await when.press('Escape')
    await sees.noPanel()
    await sees.theFocusOn(/ZB/)
    await when.press('Escape')
    await sees.theFocusOn(/Step back|Shown time/)
  })

  await test.step('alerts', async () => {
    await when.press('a')
    await sees.theFocusOn(/Alerts/)
    await when.tabTo(/checkbox/)
    await when.press('Space', 'Space', 'Escape')
    await sees.theFocusOn(/Step back|Shown time/)
  })

  await test.step('evidence, and the link', async () => {
    expect(await get.file(() => when.press('e'))).toMatch(/^brontide-.*\.(png|csv)$/)
    await when.press('c')
    await sees.said(/copied|did not allow/i)
  })

  await test.step('settings: the language and back', async () => {
    await when.press('?')
    await sees.theFocusOn(/radio/)
    await when.press('Tab', 'ArrowRight')
    await expect.poll(get.language).toBe('zh-CN')
    await when.press('ArrowLeft')
    await expect.poll(get.language).toBe('en')
    await when.press('Escape')
    await sees.theFocusOn(/Step back|Shown time/)
  })

  await test.step('commands', async () => {
    await when.runsTheCommand('Light theme')
    await expect.poll(get.theme).toBe('light')
    await sees.theFocusOn(/Step back|Shown time/)
  })

  await test.step('layers hidden and shown', async () => {
    await when.partTo(/Hide layers/)
    await when.press('Enter')
    await sees.theFocusOn(/Show layers/)
    await when.press('Enter')
    await sees.theFocusOn(/Hide layers/)
  })

  await test.step('the weather at a place, as a table and as a file', async () => {
    await when.findsAndOpens('25.5, 120.2')
    await sees.thePanel('Weather at a point')
    await sees.theFocusOn(/Selection/)
    await when.tabTo(/radio Charts/)
    await when.press('ArrowRight')
    await sees.theTable('Table, Next 72 hours')
    await when.tabTo(/CSV/)
    expect(await get.file(() => when.press('Enter'))).toMatch(/\.csv$/)
    await when.press('Escape')
    await sees.noPanel()
    await sees.theFocusOn(/./)
  })

  await test.step('a wall, and the way back', async () => {
    await when.press('k')
    await sees.theWall()
    await when.press('Escape')
    await sees.theDesk()
    await sees.theFocusOn(/./)
  })

  expect(await get.ticksSaid(), 'nothing is read aloud again for a number that changed').toEqual([])
})
