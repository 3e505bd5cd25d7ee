import { parseSync, Visitor } from 'vite'

/** What a bucket (the drawn form of a layer's part of a tile) does where it is made, which is in MapLibre's worker. */
const MADE_BY = new Set(['populate', 'addFeatures', 'addFeature', 'addLine'])

/**
 * MapLibre's code for the page without what its worker, which has a file of its own, does for it: laying out text and
 * cutting polygons into triangles, and reading MLT tiles, which on the page only a search among drawn features would do.
 * The page searches none. A MapLibre that is built otherwise stays as it is: larger, and as right.
 */
export function withoutWorkerCode(code: string): string {
  const cuts: { start: number; end: number; to: string }[] = []
  new Visitor({
    ClassBody({ body }) {
      const methods = body.flatMap((each) => (each.type === 'MethodDefinition' && !each.computed ? [each] : []))
      const made = methods.filter(({ key }) => key.type === 'Identifier' && MADE_BY.has(key.name))
      const names = made.map(({ key }) => key.type === 'Identifier' && key.name)
      if (!names.includes('populate') || !names.includes('addFeatures')) return
      for (const { value } of made)
        if (value.body) cuts.push({ start: value.body.start, end: value.body.end, to: '{}' })
    },
    SwitchCase({ test, start, end }) {
      if (test && /^['"`]mlt['"`]$/.test(code.slice(test.start, test.end))) cuts.push({ start, end, to: '' })
    },
  }).visit(parseSync('maplibre-gl.mjs', code).program)
  let kept = ''
  let at = 0
  for (const { start, end, to } of cuts.sort((a, b) => a.start - b.start)) {
    kept += code.slice(at, start) + to
    at = end
  }
  return kept + code.slice(at)
}
