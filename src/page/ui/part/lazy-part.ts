import { type ComponentType, createElement, lazy } from 'react'

/** Thrown by a part whose code could not be loaded. `ErrorBoundary` loads it again. */
export interface PartNotLoaded extends Error {
  /** Tries to load it; rejects if that fails. */
  loadAgain(): Promise<void>
}

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>

const early: (() => void)[] = []

/**
 * A component in a separate chunk that its screen needs at once: `loadPartsEarly` prefetches it, so that it usually
 * renders without a fallback first.
 */
export function lazyPart<Props extends object = object>(load: Load<Props>): ComponentType<Props> {
  return partOf(load, (begin) => early.push(begin))
}

/** A component in a separate chunk that loads when it is first rendered, below a `Suspense` and an `ErrorBoundary`. */
export function partOnDemand<Props extends object = object>(load: Load<Props>): ComponentType<Props> {
  return partOf(load)
}

/** Begins to load the parts that a desk shows from the start. */
export function loadPartsEarly(): void {
  for (const begin of early) begin()
}

function partOf<Props extends object>(load: Load<Props>, willBegin?: (begin: () => void) => void) {
  let loaded: ComponentType<Props> | null = null
  // Created once: React would unmount the part, with its state, if the component changed between renders.
  let Part: ComponentType<Props> | null = null

  /** React remembers the failure of a lazy component for the lifetime of the page. */
  async function loadAgain(): Promise<void> {
    Part = (await load()).default
  }
  willBegin?.(() => {
    load().then(
      (part) => {
        loaded = part.default
      },
      () => {}, // loads again when it is rendered
    )
  })

  return (props: Props) => {
    Part ??=
      loaded ??
      (lazy(() =>
        load().catch((error: Error) => {
          throw Object.assign(error, { loadAgain }) satisfies PartNotLoaded
        }),
      ) as ComponentType<Props>)
    return createElement(Part, props)
  }
}
