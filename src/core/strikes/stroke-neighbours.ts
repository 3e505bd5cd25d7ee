/** Records around a time: slot in the ring, and tick relative to that time. */
export class StrokeNeighbours {
  slots = new Int32Array(32)
  ticksAfter = new Int32Array(32)
  count = 0

  add(slot: number, ticksAfter: number): void {
    if (this.count === this.slots.length) this.#grow()
    this.slots[this.count] = slot
    this.ticksAfter[this.count] = ticksAfter
    this.count++
  }

  swap(a: number, b: number): void {
    const slot = this.slots[a]!
    const after = this.ticksAfter[a]!
    this.slots[a] = this.slots[b]!
    this.ticksAfter[a] = this.ticksAfter[b]!
    this.slots[b] = slot
    this.ticksAfter[b] = after
  }

  #grow(): void {
    const slots = new Int32Array(this.count * 2)
    const ticksAfter = new Int32Array(this.count * 2)
    slots.set(this.slots)
    ticksAfter.set(this.ticksAfter)
    this.slots = slots
    this.ticksAfter = ticksAfter
  }
}
