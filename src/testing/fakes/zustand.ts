import { create as createStore } from 'zustand/react'
import type { StateCreator } from 'zustand/vanilla'

export * from 'zustand/vanilla'

const resets: (() => void)[] = []

/** Resets all stores of the page to their initial states: files of tests that share a process share its stores. */
export function resetStores(): void {
  for (const reset of resets) reset()
}

function createResettable(initializer?: StateCreator<unknown>): unknown {
  if (!initializer) return createResettable
  const store = createStore(initializer)
  resets.push(() => store.setState(store.getInitialState(), true))
  return store
}

/** The page's `create`, which the configuration of the tests puts in place of the package's own. */
export const create = createResettable as typeof createStore
