interface GlCall {
  name: string
  given: readonly unknown[]
}

/** A WebGL 2 context that records calls; its resources are ready at once. */
export function createFakeGl(): { gl: WebGL2RenderingContext; calls: GlCall[] } {
  const calls: GlCall[] = []
  const gl = new Proxy(
    { drawingBufferWidth: 800, drawingBufferHeight: 600, getExtension: () => null, fenceSync: () => null },
    {
      get(known: Record<string, unknown>, name: string) {
        if (name in known) return known[name]
        if (name === name.toUpperCase()) return name
        return (...given: unknown[]) => {
          calls.push({ name, given })
          return { name, of: given }
        }
      },
    },
  )
  return { gl: gl as unknown as WebGL2RenderingContext, calls }
}
