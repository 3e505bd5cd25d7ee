/** Clicks, keys and typed letters of a task, counted: past what its target allows it is no journey any more. */
export interface Actions {
  act(what: string, doIt: () => Promise<void>): Promise<void>
}

/** The actions that `task` may take at most; the hand of the person who does it. */
export function countActions(task: string, atMost: number): Actions {
  const done: string[] = []
  return {
    async act(what, doIt) {
      done.push(what)
      if (done.length > atMost) {
        throw new Error(`${task} may take ${atMost} actions at most, and takes ${done.length}: ${done.join(', ')}.`)
      }
      await doIt()
    },
  }
}
