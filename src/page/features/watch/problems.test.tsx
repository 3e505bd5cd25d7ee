// @vitest-environment happy-dom

import { screen, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { faultOf, problemAt } from '../../../core/problems/problem.ts'
import type { Lang } from '../../../locales/languages.ts'
import { openDesk } from '../../../testing/page-kit.tsx'
import { placeOf } from '../../../testing/watch-kit.ts'
import { useDrawing } from './drawing/drawing-store.ts'
import { useLog } from './log-store.ts'

beforeEach(() => {
  useLog.setState(useLog.getInitialState(), true)
  useDrawing.setState(useDrawing.getInitialState(), true)
})

const mast = (id: string, over: object = {}) => ({
  type: 'Feature',
  geometry: { type: 'Point', coordinates: [121, 31] },
  properties: { id, name: `Mast ${id}`, ...over },
})

/** Imports a file through the UI, and returns the displayed result. */
async function imported(lang: Lang, collection: object | Uint8Array<ArrayBuffer>): Promise<string[]> {
  const { user } = await openDesk(`/?lang=${lang}`, { guarded: [placeOf('golf')] })
  useLog.getState().show('places')
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

const FEATURES = [mast('a', { holdMin: 99 }), mast('golf'), { ...mast('c'), geometry: { type: 'Circle' } }]

it('names the invalid feature and field of an imported file, with received and allowed values', async () => {
  expect(await imported('en', { type: 'FeatureCollection', features: FEATURES })).toEqual([
    'feature 1 (a): holdMin must be a whole number of minutes from 5 to 30, got 99',
    'feature 3 (c): geometry must be a Point, LineString, MultiLineString, Polygon or MultiPolygon, got "Circle"',
    'feature (golf): has the id of another place',
  ])
})

it('has Chinese texts on a Chinese page', async () => {
  expect(await imported('zh', { type: 'FeatureCollection', features: FEATURES })).toEqual([
    '第 1 个要素（a）：holdMin 须为 5 至 30 的整数分钟，实际为 99',
    '第 3 个要素（c）：geometry 须为 Point、LineString、MultiLineString、Polygon 或 MultiPolygon，实际为 "Circle"',
    '要素（golf）：与另一地点的 id 相同',
  ])
})

it('names in Chinese coordinates of another system', async () => {
  const crs = { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::3857' } }
  expect(await imported('zh', { type: 'FeatureCollection', features: [], crs })).toEqual([
    expect.stringMatching(/^crs 须省略，或为 WGS 84.*，实际为 "urn:ogc:def:crs:EPSG::3857"$/),
  ])
})

it('names in Chinese an encoding other than UTF-8, without sending the file', async () => {
  const text = JSON.stringify({ type: 'FeatureCollection', features: [mast('a', { name: 'X' })] })
  const gbk = Uint8Array.from([...text].flatMap((letter) => (letter === 'X' ? [0xb6, 0xab] : [letter.charCodeAt(0)])))
  expect(await imported('zh', gbk)).toEqual([
    expect.stringMatching(/^自第 \d+ 字节（第 1 行）起不是 UTF-8，疑为 GBK 等其他编码：请另存为 UTF-8$/),
  ])
})

it('shows the problems of the server’s files in Chinese, with English in the details only', async () => {
  const where = { entry: 'rule', number: 2, field: 'windMps' } as const
  const faults = {
    RULES_FILE: [problemAt(faultOf('range', { least: 1, most: 60, received: '0' }), where), problemAt(faultOf('json'))],
    CHANNELS_FILE: [problemAt(faultOf('form'), { entry: 'channel', number: 1, field: 'url' }, 'Invalid input')],
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
    '已存数据无法读取，已搁置（snooze）：条目（golf）：无法读取',
  ])
})
