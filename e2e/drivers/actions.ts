/**
 * Counts the clicks, keys and typed letters of a task, and fails the test once there are more than its target allows.
 */
export interface Actions {
  act(what: string, doIt: () => Promise<void>): Promise<void>
}

/** `task` names it in the failure; it may take `atMost` actions. */
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
