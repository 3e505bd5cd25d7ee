import { type ComponentType, type LazyExoticComponent, lazy } from 'react'

const begun: (() => void)[] = []

/**
 * A component in a separate chunk that its screen needs at once: `loadPartsEarly` prefetches it, so that it usually
 * renders without a fallback first.
 */
export function lazyPart<Props = object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): LazyExoticComponent<ComponentType<Props>> {
  let loaded: { default: ComponentType<Props> } | null = null
  begun.push(() => {
    load().then(
      (part) => {
        loaded = part
      },
      () => {}, // tried again when it is shown
    )
  })
  return lazy(() => (loaded ? atOnce(loaded) : load()))
}

/** React suspends briefly even for a resolved promise, and would show the fallback. */
function atOnce<Value>(value: Value): Promise<Value> {
  const kept: Pick<Promise<Value>, 'then'> = {
    // biome-ignore lint/suspicious/noThenProperty: this is what makes it a promise to React
    then: (use) => Promise.resolve(use?.(value)) as never,
  }
  return kept as Promise<Value>
}

/** Begins to load the parts that a desk shows from the start. */
export function loadPartsEarly(): void {
  for (const begin of begun) begin()
}
