import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { withoutWorkerCode } from './without-worker-code.ts'

it('empties the bucket code and keeps the rest', () => {
  const bucket = 'class A{constructor(e){this.e=e}populate(e,t){tess(e)}addFeatures(e){lay(e)}upload(c){put(c)}}'
  expect(withoutWorkerCode(bucket)).toBe(
    'class A{constructor(e){this.e=e}populate(e,t){}addFeatures(e){}upload(c){put(c)}}',
  )
})

it.each([
  'class Shelf{populate(e){this.books=e}}',
  'class Lines{addLine(e){this.lines.push(e)}}',
  'switch(kind){case`mvt`:read(e)}',
])('keeps code outside of the worker: %s', (code) => {
  expect(withoutWorkerCode(code)).toBe(code)
})

it('takes out the reading of MLT tiles', () => {
  expect(withoutWorkerCode('switch(k){case`mlt`:a=new M(d);break;default:a=new V(d)}')).toBe(
    'switch(k){default:a=new V(d)}',
  )
})

it('marks the library for right-to-left text as free of side effects', () => {
  const library = 'function lib(){return{getEmbeddingLevels:1}}'
  expect(withoutWorkerCode(`${library}var bidi=lib(),other=start();`)).toBe(
    `${library}var bidi=/* @__PURE__ */ lib(),other=start();`,
  )
})

it('matches the installed MapLibre', () => {
  const main = join(dirname(createRequire(import.meta.url).resolve('maplibre-gl/package.json')), 'dist/maplibre-gl.mjs')
  const code = readFileSync(main, 'utf8')
  const kept = withoutWorkerCode(code)
  const emptied = (text: string) => text.match(/\b(populate|addFeatures)\([^()]*\)\{\}/g) ?? []
  expect(emptied(code)).toHaveLength(1) // circle layers need no other code
  expect(emptied(kept)).toHaveLength(10)
  expect(kept).not.toMatch(/case.mlt.:/)
  expect(kept).not.toMatch(
    /\b(add(Line|CurrentVertex|HalfVertex|Symbols|ToLineVertexArray)|processPolygon|calculateGlyphDependencies)\([^()]*\)\{[^}]/,
  )
  expect(kept.match(/\/\* @__PURE__ \*\/ [\w$]+\(\),/g)).toHaveLength(1)
})
