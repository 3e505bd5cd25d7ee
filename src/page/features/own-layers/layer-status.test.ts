import { expect, it } from 'vitest'
import type { ListedLayer } from '../../../contract/layers.ts'
import type { LayerProgress } from './layer-progress.ts'
import { layerStatus } from './layer-status.ts'

const NOW_MS = Date.UTC(2026, 6, 1, 8)
const RADAR: ListedLayer = {
  id: 'radar',
  name: 'Radar',
  nameZh: null,
  kind: 'wms',
  url: null,
  layers: 'radar',
  style: null,
  attribution: 'Us',
  opacity: 1,
  minZoom: 4,
  maxZoom: 18,
  on: true,
  time: { stepMin: 10, delayMin: 5, keepHours: 2 },
}
const HAD: LayerProgress = {
  moment: '1',
  pending: 0,
  had: 8,
  empty: 2,
  leftOut: 0,
  asOfMs: NOW_MS,
  stale: false,
  failures: {},
}
const failed = (agoMs: number) => ({ failures: { '4/1/1': { problem: 'refused' as const, atMs: NOW_MS - agoMs } } })

function statusOf(
  progress: Partial<LayerProgress> | null,
  { zoom = 5, moment = '1' as string | null, layer = RADAR } = {},
) {
  return layerStatus(layer, { moment }, progress ? { ...HAD, ...progress } : undefined, { zoom, nowMs: NOW_MS })
}

it.each([
  ['what of it is shown', {}, { kind: 'shown' }],
  ['that it is on its way', { had: 0, pending: 3 }, { kind: 'loading' }],
  ['that another moment is on its way', { moment: '0' }, { kind: 'loading' }],
  ['that there is nothing', { empty: 8 }, { kind: 'nothing' }],
  ['that nothing came', { had: 0, ...failed(4_000) }, { kind: 'failed', problem: 'refused' }],
  ['that a part did not come', failed(4_000), { kind: 'partly', problem: 'refused' }],
  ['nothing of what failed out of view', failed(40_000), { kind: 'shown' }],
  ['features left out', { leftOut: 3 }, { kind: 'left-out', count: 3 }],
  ['that it is what was had before', { stale: true }, { kind: 'stale' }],
] as const)('reports %s', (_, progress, status) => {
  expect(statusOf(progress)).toEqual(status)
})

it('names the zoom at which it is visible', () => {
  expect(statusOf(null, { zoom: 3.9 })).toEqual({ kind: 'too-far-out', fromZoom: 4 })
  // Smaller tiles are drawn in their own size a zoom further out.
  const layer = { ...RADAR, kind: 'xyz' as const }
  expect(statusOf({}, { zoom: 3.1, layer })).toEqual({ kind: 'shown' })
})

it('reports that the moment has no data, despite earlier ones', () => {
  expect(statusOf({}, { moment: null })).toEqual({ kind: 'not-kept' })
})
