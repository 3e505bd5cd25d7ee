import { type ComponentType, type LazyExoticComponent, lazy } from 'react'

const begun: (() => void)[] = []

/**
 * A part in a chunk of its own that is wanted as soon as its screen is: `loadPartsEarly` fetches it beside everything
 * else, and where it is there in time it is shown at once, without a stand-in that would give way to it.
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

/** React asks a promise for its value, and shows the stand-in for the moment that even a kept one takes. */
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
