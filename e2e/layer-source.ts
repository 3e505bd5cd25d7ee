import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createFakeLayerSource, LAYER_STEP_MIN } from '../src/testing/fakes/fake-layer-source.ts'
import { serveOnFreePort } from '../src/testing/serve.ts'
import { FEWER_STRIKES, startSimulated } from './stack.ts'

/** Must never leave the server. */
const KEY = 'recognisable-credential'
/** How far back the radar reaches. */
export const RADAR_KEEPS_MS = 60 * 60_000

/** Brontide with an operator's layers: radar by a WMS with a time, fetched by the server; areas by GeoJSON, by the browser. */
export async function startWithLayers() {
  const wms = createFakeLayerSource({ key: KEY })
  const files = createFakeLayerSource()
  const attach = () => () => {}
  const served = await Promise.all([wms, files].map(({ app }) => serveOnFreePort({ app, attach })))
  const [wmsUrl, filesUrl] = served.map(({ url }) => url)
  const folder = await mkdtemp(join(tmpdir(), 'brontide-e2e-layers-'))
  const file = join(folder, 'layers.json')
  const layers = [
    {
      id: 'radar',
      name: 'Radar',
      nameZh: '雷达',
      kind: 'wms',
      url: `${wmsUrl}/wms`,
      layers: 'radar',
      attribution: '© Radar Office',
      headers: { 'x-key': KEY },
      time: { stepMin: LAYER_STEP_MIN, delayMin: 2, keepHours: RADAR_KEEPS_MS / 3_600_000 },
    },
    {
      id: 'areas',
      name: 'Areas of service',
      nameZh: '服务区',
      kind: 'geojson',
      via: 'browser',
      style: '#ff2020',
      url: `${filesUrl}/areas.geojson`,
      attribution: 'Our office',
      on: false,
    },
  ]
  await writeFile(file, JSON.stringify(layers))
  const brontide = await startSimulated({ ...FEWER_STRIKES, LAYERS_FILE: file })
  return {
    ...brontide,
    key: KEY,
    wms: wms.state,
    files: files.state,
    async close() {
      await brontide.close()
      await Promise.all(served.map(({ close }) => close()))
      await rm(folder, { recursive: true })
    },
  }
}
