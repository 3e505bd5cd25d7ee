import { parseSync, Visitor } from 'vite'

/** Methods of a bucket (the drawable form of a layer's part of a tile) that run only in MapLibre's worker. */
const MADE_BY = new Set([
  'populate',
  'addFeatures',
  'addFeature',
  'addLine',
  'addLineDashDependencies',
  'addCurrentVertex',
  'addHalfVertex',
  'processPolygon',
  '_generateSideFaces',
  'calculateGlyphDependencies',
  'addToLineVertexArray',
  'addSymbols',
])

/** A function of the library for right-to-left text; one that contains it defines the library and has no side effects. */
const RIGHT_TO_LEFT = 'getEmbeddingLevels'

/**
 * MapLibre's page code without functions that only its worker, a separate file, uses: text layout, polygon
 * triangulation, and MLT parsing, which the page would need only for queries of drawn features. The page makes none. An
 * unknown build of MapLibre stays unchanged: larger, and correct.
 */
export function withoutWorkerCode(code: string): string {
  const cuts: { start: number; end: number; to: string }[] = []
  const rightToLeft = new Set<string>()
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
    FunctionDeclaration({ id, start, end }) {
      if (id && code.slice(start, end).includes(RIGHT_TO_LEFT)) rightToLeft.add(id.name)
    },
    VariableDeclarator({ init }) {
      // The bundler drops a pure call whose result is unused.
      if (init?.type !== 'CallExpression' || init.callee.type !== 'Identifier') return
      if (rightToLeft.has(init.callee.name)) cuts.push({ start: init.start, end: init.start, to: '/* @__PURE__ */ ' })
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
