import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix, relative, sep } from 'node:path'

/** An import: its line number, its specifier, and whether it imports types only. */
export interface Import {
  line: number
  specifier: string
  typeOnly: boolean
}

const IMPORT = /(?:^|[\s;}])(?:from|import)\s*\(?\s*(['"])([^'"\n]+)\1/g

/** Every import and re-export of a module's text, including dynamic ones; comments are ignored. */
export function importsOf(text: string): Import[] {
  const code = text.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, (comment) => comment.replace(/[^\n]/g, ' '))
  return [...code.matchAll(IMPORT)].map((match) => {
    const before = code.slice(0, match.index)
    const statement = before.slice(Math.max(before.lastIndexOf('import'), before.lastIndexOf('export')))
    return {
      line: code.slice(0, match.index + match[0].length).split('\n').length,
      specifier: match[2]!,
      typeOnly: /\bfrom\b/.test(match[0]) && /^(import|export)\s+type\b/.test(statement),
    }
  })
}

/** The folder `src`, where paths below begin. */
export const SRC = join(import.meta.dirname, '../..')

/** Every file under `src` with a matching name, as `core/geo/geo.ts`. */
export function filesOf(pattern: RegExp): string[] {
  return readdirSync(SRC, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && pattern.test(entry.name))
    .map((entry) => relative(SRC, join(entry.parentPath, entry.name)).split(sep).join('/'))
}

export function readSource(path: string): string {
  return readFileSync(join(SRC, path), 'utf8')
}

/** Whether a file is a test or serves tests alone. */
export function isOfTests(path: string): boolean {
  return path.startsWith('testing/') || /\.test\.tsx?$/.test(path)
}

/** The target of a relative specifier, as `core/geo/geo.ts`; `../data/x.json` outside `src`. */
export function resolveFrom(path: string, specifier: string): string {
  return posix.join(posix.dirname(path), specifier.replace(/\?.*$/, ''))
}

/** Which modules each module imports, by paths under `src`. */
export type ImportGraph = ReadonlyMap<string, ReadonlySet<string>>

/** The graph of the modules; includes type imports if `types`. */
export function readGraph(paths: readonly string[], { types }: { types: boolean }): ImportGraph {
  const known = new Set(paths)
  return new Map(
    paths.map((path) => {
      const targets = importsOf(readSource(path))
        .filter(({ specifier, typeOnly }) => specifier.startsWith('.') && (types || !typeOnly))
        .map(({ specifier }) => resolveFrom(path, specifier))
      return [path, new Set(targets.filter((target) => known.has(target)))]
    }),
  )
}

/** Every circle of modules that import each other, each as the list of its modules (Tarjan's components). */
export function circlesOf(graph: ImportGraph): string[][] {
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const stack: string[] = []
  const circles: string[][] = []

  function visit(path: string): void {
    order.set(path, order.size)
    lowest.set(path, order.get(path)!)
    stack.push(path)
    for (const target of graph.get(path) ?? []) {
      if (!order.has(target)) visit(target)
      if (stack.includes(target)) lowest.set(path, Math.min(lowest.get(path)!, lowest.get(target)!))
    }
    if (lowest.get(path) !== order.get(path)) return
    const circle = stack.splice(stack.indexOf(path))
    if (circle.length > 1) circles.push(circle.sort())
  }

  for (const path of graph.keys()) if (!order.has(path)) visit(path)
  return circles
}

/** Source files by folder: tests apart, style sheets counted. */
export function folderSizes(): Map<string, number> {
  const sizes = new Map<string, number>()
  for (const path of filesOf(/\.(tsx?|css)$/)) {
    if (!/\.test\.tsx?$/.test(path)) sizes.set(dirname(path), (sizes.get(dirname(path)) ?? 0) + 1)
  }
  return sizes
}

export function isInstalled(name: string): boolean {
  return name === 'node:' || existsSync(join(SRC, '..', 'node_modules', name, 'package.json'))
}
