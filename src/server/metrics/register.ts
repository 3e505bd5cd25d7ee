import { Counter, Gauge, type Registry } from 'prom-client'

/** A number; or one for each value of a label, and so on for the next label. */
type Reading = number | { [value: string]: Reading }
type Read = () => Reading | Promise<Reading>

/** Metrics read from their owners on each scrape. */
export function createRegister(registry: Registry) {
  const registers = [registry]
  return {
    /** A value that can decrease. */
    gauge(name: string, help: string, labelNames: string[], read: Read): void {
      new Gauge({
        name: `brontide_${name}`,
        help,
        labelNames,
        registers,
        async collect() {
          for (const [labels, value] of valuesOf(await read(), labelNames)) this.set(labels, value)
        },
      })
    },
    /** A value that only increases from zero at process start. */
    counter(name: string, help: string, labelNames: string[], read: Read): void {
      new Counter({
        name: `brontide_${name}_total`,
        help,
        labelNames,
        registers,
        async collect() {
          const reading = await read()
          // Synchronous from here on, because scrapes can overlap.
          this.reset()
          for (const [labels, value] of valuesOf(reading, labelNames)) this.inc(labels, value)
        },
      })
    },
  }
}

function valuesOf(reading: Reading, [name = '', ...names]: string[]): [Record<string, string>, number][] {
  if (typeof reading === 'number') return [[{}, reading]]
  return Object.entries(reading).flatMap(([value, inner]) =>
    valuesOf(inner, names).map(([labels, number]): [Record<string, string>, number] => [
      { [name]: value, ...labels },
      number,
    ]),
  )
}
