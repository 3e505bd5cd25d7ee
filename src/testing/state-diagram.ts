import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Transitions } from '../core/util/state-machine.ts'

/** Represents every state with events. */
const ANY = 'any'

type Table = Transitions<string, string, string>

/** Every edge of a table, as `from --event--> to`, in order. */
export function edgesOfTable(table: Table): string[] {
  return Object.entries(table)
    .flatMap(([from, steps]) => Object.entries(steps).map(([event, step]) => `${from} --${event}--> ${step!.to}`))
    .sort()
}

/** Every edge that docs/architecture.md draws of `table`, in the diagram that names `file`. */
export function edgesOfDiagram(file: string, table: Table): string[] {
  const path = join(import.meta.dirname, '../../docs/architecture.md')
  const diagrams = readFileSync(path, 'utf8').matchAll(/^```mermaid\n([\s\S]*?)^```$/gm)
  const [diagram, ...more] = [...diagrams].map(([, text]) => text!).filter((text) => text.includes(file))
  if (diagram === undefined || more.length > 0) throw new Error(`${path} should draw ${file} once.`)
  const active = Object.keys(table).filter((state) => Object.keys(table[state]!).length > 0)
  return [...diagram.matchAll(/^ *([\w-]+) -->\|([\w ,-]+)\| ([\w-]+)$/gm)]
    .flatMap(([, from, events, to]) =>
      (from === ANY ? active : [from]).flatMap((state) =>
        events!.split(', ').map((event) => `${state} --${event}--> ${to}`),
      ),
    )
    .sort()
}
