/**
 * The receiver requests a pause, of this many milliseconds if it specifies one: the channel sends nothing until then.
 */
export class Busy extends Error {
  override name = 'Busy'
  readonly pauseMs: number | null

  constructor(why: string, pauseMs: number | null) {
    super(why)
    this.pauseMs = pauseMs
  }
}
