// @vitest-environment happy-dom
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { AT_FAULTS } from '../../../contract/watch/rights.ts'
import { faultOf, problemAt } from '../../../core/problems/problem.ts'
import type { Lang } from '../../../locales/languages.ts'
import { openDesk } from '../../../testing/page-kit.tsx'
import { placeOf } from '../../../testing/watch-kit.ts'
import { useAlarmLog } from '../../live/alarms/alarm-log.ts'
import { ONE_PANEL } from '../../state/narrow.ts'
import { usePage } from '../../state/page-store.ts'
import { useDrawing } from './drawing/drawing-store.ts'
import { useLog } from './log-store.ts'

/** A desk whose log is open, after a strike near a place. */
async function openLogOfStrike() {
  const { user, watched } = await openDesk('/', { guarded: [placeOf('golf', { name: 'East Golf' })] })
  await waitFor(() => expect(useAlarmLog.getState().line.kind).toBe('live'))
  await act(() => watched!.run(2))
  watched!.strike(3)
  await act(() => watched!.run(1))
  act(() => useLog.getState().show('log'))
  return user
}

describe('the list', () => {
  beforeEach(() => {
    useLog.setState(useLog.getInitialState(), true)
    useAlarmLog.setState(useAlarmLog.getInitialState(), true)
  })

  it('shows the moment of an alarm, and the list beside it where there is room for two panels', async () => {
    const user = await openLogOfStrike()
    const [time] = await screen.findAllByTitle('Show this moment on the map')
    const media = vi.spyOn(window, 'matchMedia')
    for (const [isNarrow, shown] of [
      [false, 'log'],
      [true, null],
    ] as const) {
      act(() => {
        usePage.getState().select(null)
        usePage.getState().showAt(null)
      })
      media.mockImplementation(
        (media) =>
          Object.assign(new EventTarget(), { matches: isNarrow && media === ONE_PANEL, media }) as MediaQueryList,
      )
      await user.click(time!)
      expect(usePage.getState().shownAtMs).not.toBe(null)
      expect(usePage.getState().selection).toEqual({ kind: 'place', id: 'golf' })
      expect(useLog.getState().shown).toBe(shown)
    }
    vi.restoreAllMocks()
  })

  it('accepts a name typed into "Acknowledge", without triggering shortcuts, beside the field either', async () => {
    const { user, watched } = await openDesk('/?watch=.golf', { guarded: [placeOf('golf')], as: null })
    await waitFor(() => expect(useAlarmLog.getState().line.kind).toBe('live'))
    await act(() => watched!.run(2))
    watched!.strike(3)
    await act(() => watched!.run(1))
    act(() => usePage.getState().select({ kind: 'place', id: 'golf' }))
    act(() => useLog.getState().show('log'))
    const log = within(await screen.findByRole('region', { name: /^Log/ }))
    const [open] = await log.findAllByRole('button', { name: 'Acknowledge' })
    await user.click(open!)
    const name = log.getByRole<HTMLInputElement>('textbox', { name: /name/i })
    expect(document.activeElement).toBe(name)
    await user.keyboard('wb')
    expect(name.value).toBe('wb')
    act(() => name.blur())
    await user.keyboard('wb ')
    expect(usePage.getState().watched).toEqual(['golf'])
    expect(usePage.getState().board.open).toBe(false)
    act(() => name.focus())
    await user.keyboard('{Escape}')
    expect(log.queryByRole('textbox', { name: /name/i })).toBeNull()
    expect(document.activeElement).toBe(open)
  })

  it('names an acknowledged row among the changes by its sentence', async () => {
    const user = await openLogOfStrike()
    const log = within(await screen.findByRole('region', { name: /^Log/ }))
    const [open] = await log.findAllByRole('button', { name: 'Acknowledge' })
    await user.click(open!)
    await user.click(log.getByRole('button', { name: 'Confirm' }))
    await log.findByText(/^li, \d{4}-\d\d-\d\d \d\d:/)
    await user.click(log.getByRole('button', { name: 'Changes' }))
    const changes = within(await screen.findByRole('list', { name: 'Who changed what' }))
    expect(await changes.findByText(/^Acknowledged 5 km · East Golf: strike at /)).toBeTruthy()
  })
})

it('asks who is signed in when the alarms are back', async () => {
  const { asked } = await openDesk('/', { guarded: [placeOf('golf')] })
  const { setLine } = useAlarmLog.getState()
  await waitFor(() => expect(useAlarmLog.getState().line.kind).toBe('live'))
  const questions = () => asked.filter((path) => path === '/api/rights').length
  const before = questions()
  act(() => setLine({ kind: 'broken', sinceMs: 0 }))
  act(() => setLine({ kind: 'live' }))
  await waitFor(() => expect(questions()).toBe(before + 1))
})

describe('a place file', () => {
  beforeEach(() => {
    useLog.setState(useLog.getInitialState(), true)
    useDrawing.setState(useDrawing.getInitialState(), true)
  })

  const mast = (id: string, over: object = {}) => ({
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [121, 31] },
    properties: { id, name: `Mast ${id}`, ...over },
  })

  async function openPlaces(lang: Lang) {
    const { user } = await openDesk(`/?lang=${lang}`, { guarded: [placeOf('golf')] })
    useLog.getState().show('places')
    /** Imports a file through the UI, and returns the displayed result. */
    return async (collection: object | Uint8Array<ArrayBuffer>): Promise<string[]> => {
      const content = collection instanceof Uint8Array ? collection : JSON.stringify(collection)
      const file = new File([content], 'places.geojson', { type: 'application/geo+json' })
      await user.upload(await screen.findByLabelText(lang === 'zh' ? '导入 GeoJSON' : 'Import GeoJSON'), file)
      const notice = await screen.findByText(
        lang === 'zh' ? /处有误，请在文件或表单中更正：/ : /to be corrected in the file or form:/,
      )
      const list = within(notice.closest('[role]')!.parentElement!).getByRole('list')
      return within(list)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent ?? '')
    }
  }

  const FEATURES = [mast('a', { holdMin: 99 }), mast('golf'), { ...mast('c'), geometry: { type: 'Circle' } }]

  it('names the invalid feature and field of an imported file, with received and allowed values', async () => {
    const imported = await openPlaces('en')
    expect(await imported({ type: 'FeatureCollection', features: FEATURES })).toEqual([
      'feature 1 (a): holdMin must be a whole number of minutes from 5 to 30, got 99',
      'feature 3 (c): geometry must be a Point, LineString, MultiLineString, Polygon or MultiPolygon, got "Circle"',
      'feature (golf): has the id of another place',
    ])
  })

  it('names on a Chinese page invalid features, other coordinates, and another encoding, without sending the file', async () => {
    const imported = await openPlaces('zh')
    expect(await imported({ type: 'FeatureCollection', features: FEATURES })).toEqual([
      '第 1 个要素（a）：holdMin 须为 5 至 30 的整数分钟，实际为 99',
      '第 3 个要素（c）：geometry 须为 Point、LineString、MultiLineString、Polygon 或 MultiPolygon，实际为 "Circle"',
      '要素（golf）：与另一地点的 id 相同',
    ])
    const crs = { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::3857' } }
    const ofOtherSystem = { type: 'FeatureCollection', features: [], crs }
    await waitFor(async () =>
      expect(await imported(ofOtherSystem)).toEqual([
        expect.stringMatching(/^crs 须省略，或为 WGS 84.*，实际为 "urn:ogc:def:crs:EPSG::3857"$/),
      ]),
    )
    const text = JSON.stringify({ type: 'FeatureCollection', features: [mast('a', { name: 'X' })] })
    const gbk = Uint8Array.from([...text].flatMap((letter) => (letter === 'X' ? [0xb6, 0xab] : [letter.charCodeAt(0)])))
    await waitFor(async () =>
      expect(await imported(gbk)).toEqual([
        expect.stringMatching(
          /^places\.geojson 自第 \d+ 字节（第 1 行）起不是 UTF-8，疑为 GBK 等其他编码：请另存为 UTF-8$/,
        ),
      ]),
    )
  })

  it('names a file without JSON, and GeoJSON as expected', async () => {
    const imported = await openPlaces('en')
    expect(await imported(new TextEncoder().encode('<?xml version="1.0"?><kml/>'))).toEqual([
      expect.stringMatching(/^places\.geojson must be a GeoJSON FeatureCollection: /),
    ])
  })

  it('shows the problems of the server’s files in Chinese, with English in the details only', async () => {
    const where = { entry: 'rule', number: 2, field: 'windMps' } as const
    const faults = {
      RULES_FILE: [
        problemAt(faultOf('range', { least: 1, most: 60, received: '0' }), where),
        problemAt(faultOf('json')),
      ],
      CHANNELS_FILE: [problemAt(faultOf('form'), { entry: 'channel', number: 1, field: 'url' }, 'Invalid input')],
      [AT_FAULTS]: [problemAt(faultOf('json'))],
      'stored snooze': [problemAt(faultOf('state-unreadable'), { entry: 'state', id: 'golf' })],
    }
    const { user } = await openDesk('/?lang=zh', { guarded: [placeOf('golf')], faults })
    await user.click(await screen.findByRole('button', { name: /^值班记录/ }))
    const list = await screen.findByRole('list', { name: '监测异常' })
    const said = within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent)
    expect(said).toEqual([
      'RULES_FILE 的当前内容未被采用或未全部采用，此前正确的内容继续有效：第 2 条规则：windMps 须为 1 至 60 的数值，实际为 0；另有 1 处问题',
      'CHANNELS_FILE 的当前内容未被采用或未全部采用，此前正确的内容继续有效：第 1 个通道：url 格式不正确技术详情Invalid input',
      expect.stringMatching(/^有地点引用其他地点有误：/),
      '已存数据无法读取，已搁置（snooze）：条目（golf）：无法读取',
    ])
  })
})

describe('work stops', () => {
  const FARM = placeOf('farm', { name: 'East Wind Farm' })

  beforeEach(() => {
    sessionStorage.clear()
    useAlarmLog.setState(useAlarmLog.getInitialState(), true)
  })

  it('records a work stop in the panel of a place, changes it, and records the resumption', async () => {
    const { user, watched } = await openDesk('/?place=farm', { guarded: [FARM] })
    const open = () => watched!.watch.stops.open('farm')
    await user.click(await screen.findByRole('button', { name: 'Record a stop here' }))
    await user.type(screen.getByRole('textbox', { name: 'Which work' }), 'fuelling')
    await user.click(screen.getByRole('button', { name: 'Record a work stop' }))
    const list = () => screen.findByRole('list', { name: 'Open work stops' })
    expect(await within(await list()).findByText('Work stop: fuelling')).toBeTruthy()
    expect(within(await list()).getByText(/^li 08:0\d UTC · no earliest resume$/)).toBeTruthy()
    expect(open()).toMatchObject([{ work: 'fuelling', by: 'li' }])
    const atTheButton = within(screen.getByRole('region', { name: 'Record a work stop' }))
    expect(atTheButton.getByRole('status').textContent).toMatch(/^Work stop: fuelling · li 08:0\d UTC$/)

    await user.click(within(await list()).getByRole('button', { name: 'Change' }))
    await user.type(screen.getByRole('textbox', { name: 'Earliest resume (UTC)' }), '2026-07-01 09:00{Enter}')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(await within(await list()).findByText(/earliest resume 09:00 UTC$/)).toBeTruthy()

    await user.click(within(await list()).getByRole('button', { name: 'Resume' }))
    expect(open()).toHaveLength(1)
    await user.click(screen.getByRole('button', { name: 'Record that work resumed' }))
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Open work stops' })).toBe(null))
    expect(open()).toEqual([])
  })

  it('shows another user’s record at once, and the time since the earliest resume', async () => {
    const { watched, clock, pass } = await openDesk('/?place=farm', { guarded: [FARM] })
    await screen.findByRole('button', { name: 'Record a stop here' })
    await waitFor(() => expect(useAlarmLog.getState().line.kind).toBe('live'))
    const earliestResume = new Date(clock.now() + 2_000).toISOString()
    await act(() => watched!.watch.stops.begin({ by: 'Wang', place: 'farm', work: 'towing', earliestResume }))
    await pass(1_000)
    expect(await screen.findByText('Work stop: towing')).toBeTruthy()
    await pass(63_000)
    expect(await screen.findByText(/passed 1 min ago, not resumed$/)).toBeTruthy()
  })

  it('records the moment that the field shows, also if only typed, and nothing with an unreadable one', async () => {
    const { user, watched } = await openDesk('/?place=farm', { guarded: [FARM] })
    await user.click(await screen.findByRole('button', { name: 'Record a stop here' }))
    await user.type(screen.getByRole('textbox', { name: 'Which work' }), 'towing')
    const moment = screen.getByRole('textbox', { name: 'Earliest resume (UTC)' })
    await user.type(moment, '2026-07-01 09:')
    await user.click(screen.getByRole('button', { name: 'Record a work stop' }))
    expect(moment.getAttribute('aria-invalid')).toBe('true')
    await user.type(moment, '30')
    await user.click(screen.getByRole('button', { name: 'Record a work stop' }))
    await waitFor(() =>
      expect(watched!.watch.stops.open('farm')).toMatchObject([{ earliestResume: '2026-07-01T09:30:00.000Z' }]),
    )
  })

  it('uses the most severe triggered level as the reason by default', async () => {
    const { user, watched } = await openDesk('/?place=farm', { guarded: [FARM] })
    await user.click(await screen.findByRole('button', { name: 'Record a stop here' }))
    await act(async () => {
      await watched!.run(2)
      watched!.strike(6)
      await watched!.run(2)
    })
    const level = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Because of level' })
    expect(level.value).toBe('r8')
    await user.selectOptions(level, '16 km')
    await user.type(screen.getByRole('textbox', { name: 'Which work' }), 'towing')
    await user.click(screen.getByRole('button', { name: 'Record a work stop' }))
    await waitFor(() => expect(watched!.watch.stops.open('farm')).toMatchObject([{ work: 'towing', level: 'r16' }]))
  })

  it('says that the list may be outdated while the alarms are interrupted', async () => {
    await openDesk('/', { guarded: [FARM] })
    await waitFor(() => expect(useAlarmLog.getState().line.kind).toBe('live'))
    act(() => useLog.getState().show('stops'))
    await screen.findByText('No work stop is recorded')
    expect(screen.queryByText(/this may be outdated/)).toBe(null)
    act(() => useAlarmLog.getState().setLine({ kind: 'broken', sinceMs: 0 }))
    expect(screen.getByText(/this may be outdated/)).toBeTruthy()
  })

  it('lists all stops for read-only users, without a button', async () => {
    const { user, watched } = await openDesk('/', { guarded: [FARM], as: 'wang' })
    await act(() => watched!.watch.stops.begin({ by: 'Wang', place: 'farm', work: 'towing' }))
    useLog.setState(useLog.getInitialState(), true)
    await user.click(await screen.findByRole('button', { name: /^Log of the shift/ }))
    await user.click(await screen.findByRole('button', { name: 'Work stops' }))
    const list = await screen.findByRole('list', { name: 'Open work stops' })
    expect(within(list).getByText('East Wind Farm (farm)')).toBeTruthy()
    expect(within(list).queryByRole('button')).toBe(null)
    expect(screen.getByText(/^You cannot record work stops here/)).toBeTruthy()
  })

  it('sums up the load of alarms', async () => {
    const { user, watched } = await openDesk('/', { guarded: [FARM] })
    await act(async () => {
      await watched!.run(2)
      watched!.strike(12)
      await watched!.run(2)
    })
    useLog.setState(useLog.getInitialState(), true)
    await user.click(await screen.findByRole('button', { name: /^Log of the shift/ }))
    await user.click(await screen.findByRole('button', { name: 'Alarm load' }))
    expect(await screen.findByText('1 row')).toBeTruthy()
    const places = within(screen.getByRole('list', { name: 'By place' }))
    expect(places.getByText('East Wind Farm (farm)')).toBeTruthy()
    expect(screen.getByText('None was acknowledged')).toBeTruthy()
  })
})
