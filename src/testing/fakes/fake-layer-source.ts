import { crc32, deflateSync } from 'node:zlib'
import { Hono } from 'hono'
import { parseInstantMs } from '../../contract/time.ts'
import { MINUTE_MS } from '../../core/time/durations.ts'

export const LAYER_STEP_MIN = 10
/** Images have one colour, alternating by step: red, green, blue. */
export const LAYER_COLOURS = [
  [255, 0, 255],
  [0, 255, 255],
] as const

/** The colour of the step that `stepMs` is. */
export function layerColourAt(stepMs: number): readonly [number, number, number] {
  return LAYER_COLOURS[(stepMs / (LAYER_STEP_MIN * MINUTE_MS)) % 2 === 0 ? 0 : 1]
}

/**
 * A fake source of operator layers over HTTP: a WMS with time at `/wms`, tiles at `/tiles/{z}/{x}/{y}.png`, a WMTS at
 * `/wmts`, by query and by path, vector tiles at `/vector/{z}/{x}/{y}`, a file at `/areas.geojson`. With a key it
 * requires the header `x-key`.
 */
export function createFakeLayerSource({ key }: { key?: string } = {}) {
  const state = {
    /** Response to all requests instead; null for normal operation. */
    fails: null as { status: number; headers?: Record<string, string>; body?: string | Uint8Array<ArrayBuffer> } | null,
    /** Requested URLs with their queries. */
    asked: [] as string[],
    /** Number of requests for the file, and of areas in its next response. */
    files: 0,
  }
  const app = new Hono()

  app.use(async (c, next) => {
    const { pathname, search } = new URL(c.req.url)
    state.asked.push(pathname + search)
    c.res.headers.set('access-control-allow-origin', '*')
    if (state.fails) return c.body(state.fails.body ?? '', state.fails.status as 500, state.fails.headers)
    if (key && c.req.header('x-key') !== key) return c.text(`unexpected key: ${c.req.header('x-key')}`, 401)
    await next()
  })
  app.get('/wms', (c) => {
    const wrong = wmsFault(Object.fromEntries(new URL(c.req.url).searchParams))
    if (wrong) {
      const xml = `<ServiceExceptionReport><ServiceException>${wrong}</ServiceException></ServiceExceptionReport>`
      return c.body(xml, 200, { 'content-type': 'text/xml' })
    }
    const colour = layerColourAt(parseInstantMs(c.req.query('TIME')) ?? 0)
    return c.body(png(colour), 200, { 'content-type': 'image/png' })
  })
  app.get('/tiles/:z/:x/:y', (c) => c.body(png(LAYER_COLOURS[0]), 200, { 'content-type': 'image/png' }))
  app.get('/wmts', (c) => {
    const query = Object.fromEntries(new URL(c.req.url).searchParams)
    const isWhole = ['TILEMATRIXSET', 'TILEMATRIX', 'TILEROW', 'TILECOL'].every((name) => query[name])
    if (query.REQUEST !== 'GetTile' || query.LAYER !== 'sat' || !isWhole) return c.text('MissingParameterValue', 400)
    return c.body(png(LAYER_COLOURS[0]), 200, { 'content-type': 'image/png' })
  })
  app.get('/wmts/sat/:z/:y/:x', (c) => c.body(png(LAYER_COLOURS[0]), 200, { 'content-type': 'image/png' }))
  app.get('/vector/:z/:x/:y', (c) => c.body(VECTOR_TILE, 200, { 'content-type': 'application/x-protobuf' }))
  app.get('/areas.geojson', (c) => {
    state.files++
    return c.json({ type: 'FeatureCollection', asked: c.req.header('x-key'), features: [AREA] })
  })
  return { app, state }
}

/** A minimal vector tile: an empty layer `sat` of version 2. */
const VECTOR_TILE = new Uint8Array([0x1a, 7, 0x0a, 3, 0x73, 0x61, 0x74, 0x78, 2])

/** Eastern China, as one area of the operator's. */
const AREA = {
  type: 'Feature',
  properties: { name: 'East' },
  geometry: {
    type: 'Polygon',
    coordinates: [
      [
        [112, 26],
        [123, 26],
        [123, 34],
        [112, 34],
        [112, 26],
      ],
    ],
  },
}

/** A parameter that the standard requires and the request lacks. */
function wmsFault(query: Record<string, string>): string | null {
  const wanted: Record<string, RegExp> = {
    SERVICE: /^WMS$/,
    VERSION: /^1\.3\.0$/,
    REQUEST: /^GetMap$/,
    LAYERS: /^radar$/,
    STYLES: /^.*$/,
    CRS: /^EPSG:3857$/,
    BBOX: /^(-?\d+(\.\d+)?,){3}-?\d+(\.\d+)?$/,
    WIDTH: /^512$/,
    HEIGHT: /^512$/,
    FORMAT: /^image\/png$/,
    TIME: /^\d{4}-\d\d-\d\dT\d\d:\d0:00Z$/,
  }
  return Object.keys(wanted).find((name) => !wanted[name]!.test(query[name] ?? '-')) ?? null
}

/** An image of one opaque pixel, drawn at any size. */
function png([red, green, blue]: readonly [number, number, number]): Uint8Array<ArrayBuffer> {
  const head = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 6, 0, 0, 0])
  const row = Buffer.from([0, red, green, blue, 255])
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  const chunks = [chunk('IHDR', head), chunk('IDAT', deflateSync(row)), chunk('IEND', Buffer.alloc(0))]
  return new Uint8Array(Buffer.concat([signature, ...chunks]))
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const numbers = Buffer.alloc(8)
  numbers.writeUInt32BE(data.length, 0)
  numbers.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([numbers.subarray(0, 4), body, numbers.subarray(4)])
}
