/** From these probabilities on a place counts as warned: near where a calibrated probability has the best CSI. */
export const WARNED_FROM = { all: 0.4, onset: 0.28 }
/** By tenths of probability. */
export const RELIABILITY_BINS = 10

/** How good yes-or-no forecasts were. */
export class Contingency {
  hits: number
  misses: number
  falseAlarms: number

  constructor({ hits = 0, misses = 0, falseAlarms = 0 } = {}) {
    this.hits = hits
    this.misses = misses
    this.falseAlarms = falseAlarms
  }

  add(forecast: boolean, happened: boolean): void {
    if (forecast && happened) this.hits++
    else if (forecast) this.falseAlarms++
    else if (happened) this.misses++
  }

  /** Probability of detection: the share of the events that were forecast. */
  get pod(): number {
    return this.hits / (this.hits + this.misses)
  }

  /** False alarm ratio: the share of the forecasts without an event. */
  get far(): number {
    return this.falseAlarms / (this.hits + this.falseAlarms)
  }

  /** Critical success index: hits among all events and forecasts. */
  get csi(): number {
    return this.hits / (this.hits + this.misses + this.falseAlarms)
  }
}
