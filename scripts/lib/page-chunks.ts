import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Module information of rolldown. */
interface Modules {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null
}

const LAZY_PART = /lazyPart\(\(\) => [^;\n]*?import\('(\.[^']+)'\)/g
const LIBRARY = /[\\/]node_modules[\\/]/
const MAPLIBRE = /[\\/]node_modules[\\/]maplibre-gl[\\/]/
const REACT = /[\\/]node_modules[\\/](react|react-dom|scheduler)[\\/]/

/**
 * Assigns a module of the page to a chunk: preloaded code, code needed before the map shows, code that a desk shows
 * from the start (loaded by `lazyPart`), and the rest as the bundler decides. Browsers send at most six concurrent
 * requests to an HTTP/1.1 server, so a hundred small chunks would delay the map's own requests. Libraries have separate
 * chunks, which stay cached when only our code changes; their styles do not, because each file of styles delays the first paint.
 */
export function createPageChunks(early: string, entry: string): (id: string, modules: Modules) => string | null {
  let sets: ReturnType<typeof readSets> | null = null
  return (id, modules) => {
    sets ??= readSets(early, entry, modules)
    if (sets.early.has(id)) return 'early'
    if (MAPLIBRE.test(id)) return 'maplibre'
    if (REACT.test(id)) return 'react'
    if (id === entry) return null
    const library = LIBRARY.test(id)
    if (sets.first.has(id)) return library && !id.endsWith('.css') ? 'vendor' : 'first'
    if (sets.desk.has(id)) return library ? 'desk-vendor' : 'desk'
    return null
  }
}

function readSets(early: string, entry: string, modules: Modules) {
  const own = new Set<string>()
  addWithImports(early, own, modules)
  const first = new Set<string>()
  addWithImports(entry, first, modules)
  const desk = new Set<string>()
  const begin = [...first]
  for (let at = 0; at < begin.length; at++) {
    for (const part of lazyPartsOf(begin[at]!)) {
      if (desk.has(part)) continue
      const before = desk.size
      addWithImports(part, desk, modules)
      begin.push(...[...desk].slice(before)) // a part may have parts
    }
  }
  return { early: own, first, desk }
}

function addWithImports(id: string, to: Set<string>, modules: Modules): void {
  if (to.has(id)) return
  to.add(id)
  for (const imported of modules.getModuleInfo(id)?.importedIds ?? []) addWithImports(imported, to, modules)
}

function lazyPartsOf(id: string): string[] {
  if (LIBRARY.test(id) || !/\.tsx?$/.test(id)) return []
  return [...readFileSync(id, 'utf8').matchAll(LAZY_PART)].map(([, path]) => join(dirname(id), path!))
}
