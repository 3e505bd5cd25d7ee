import { Counter, Gauge, type Registry } from 'prom-client'

type Labels = Record<string, string>
type Put = (labels: Labels, value: number) => void

/** What is counted elsewhere, read from there at the moment Prometheus asks. */
export interface Register {
  /** What goes up and down. */
  gauge(name: string, help: string, labelNames: string[], read: (put: Put) => void): void
  /** What only grows, from zero at the start of the process. */
  counter(name: string, help: string, labelNames: string[], read: (put: Put) => void): void
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
        collect() {
          read((labels, value) => this.set(labels, value))
        },
      })
    },
    counter(name, help, labelNames, read) {
      new Counter({
        name: `brontide_${name}_total`,
        help,
        labelNames,
        registers,
        collect() {
          this.reset()
          read((labels, value) => this.inc(labels, value))
        },
      })
    },
  }
}
