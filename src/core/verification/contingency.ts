/** Warning thresholds: near the best CSI of a calibrated probability. */
export const WARNED_FROM = { all: 0.4, onset: 0.23 }
/** By tenths of probability. */
export const RELIABILITY_BINS = 10

/** Verification of yes/no forecasts. */
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

  /** Probability of detection: share of events with a forecast. */
  get pod(): number {
    return this.hits / (this.hits + this.misses)
  }

  /** False alarm ratio: share of forecasts without an event. */
  get far(): number {
    return this.falseAlarms / (this.hits + this.falseAlarms)
  }

  /** Critical success index: hits among all events and forecasts. */
  get csi(): number {
    return this.hits / (this.hits + this.misses + this.falseAlarms)
  }
}
