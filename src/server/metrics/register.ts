import { Counter, Gauge, type Registry } from 'prom-client'

type Labels = Record<string, string>
type Put = (labels: Labels, value: number) => void
type Read = (put: Put) => void | Promise<void>

/** What is counted elsewhere, read from there at the moment Prometheus asks. */
export interface Register {
  /** What goes up and down. */
  gauge(name: string, help: string, labelNames: string[], read: Read): void
  /** What only grows, from zero at the start of the process. */
  counter(name: string, help: string, labelNames: string[], read: Read): void
}

/**
 * What a reading brings, as a whole: two scrapes may be under way at once, and what is reset and added up must not be
 * interrupted by the other.
 */
async function valuesOf(read: Read): Promise<[Labels, number][]> {
  const values: [Labels, number][] = []
  await read((labels, value) => values.push([labels, value]))
  return values
}

export function createRegister(registry: Registry): Register {
  const registers = [registry]
  return {
    gauge(name, help, labelNames, read) {
      new Gauge({
        name: `brontide_${name}`,
        help,
        labelNames,
        registers,
        async collect() {
          for (const [labels, value] of await valuesOf(read)) this.set(labels, value)
        },
      })
    },
    counter(name, help, labelNames, read) {
      new Counter({
        name: `brontide_${name}_total`,
        help,
        labelNames,
        registers,
        async collect() {
          const values = await valuesOf(read)
          this.reset()
          for (const [labels, value] of values) this.inc(labels, value)
        },
      })
    },
  }
}
