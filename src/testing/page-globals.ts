/** Browser globals that the test document lacks. Import them first: some modules of the page read them on import. */

// The page's first requests, sent before there is a server, fail.
globalThis.fetch = () => Promise.reject(new TypeError('There is no server yet.'))

/** Charts and images are drawn on a dummy. */
const nothing: unknown = new Proxy(() => nothing, { get: (_, key) => (key === Symbol.toPrimitive ? () => 0 : nothing) })
HTMLCanvasElement.prototype.getContext = function getContext() {
  return new Proxy(() => nothing, { get: (_, key) => (key === 'canvas' ? this : nothing) }) as never
}
OffscreenCanvas.prototype.getContext = () => nothing as never
globalThis.Path2D = function Path2D() {
  return nothing
} as never

export {}
