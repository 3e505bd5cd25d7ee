/** The other side asks for a pause, of so many milliseconds where it says how long: nothing more goes out by the channel until then. */
export class Busy extends Error {
  override name = 'Busy'
  readonly pauseMs: number | null

  constructor(why: string, pauseMs: number | null) {
    super(why)
    this.pauseMs = pauseMs
  }
}
