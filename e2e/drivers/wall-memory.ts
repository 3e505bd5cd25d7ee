import { expect, type Page } from '@playwright/test'

/** Memory held by a page after garbage collection. */
export interface Held {
  heapMb: number
  elements: number
  listeners: number
  graphicsContexts: number
  sockets: number
  workers: number
}

/** Short-lived garbage, compiled code, and strikes received meanwhile. */
const HEAP_SLACK_MB = 4
/** A clock or a number may be on the screen in one snapshot and not in the next. */
const ELEMENTS_SLACK = 150
const LISTENERS_SLACK = 40
/** A browser takes a minute to release a socket whose other side is unresponsive. */
const SOCKETS_SLACK = 4

/** Inspects the memory of a page. */
export function createMemoryMeter(page: Page) {
  async function held(): Promise<Held> {
    const session = await page.context().newCDPSession(page)
    const count = async (type: string) => {
      const { result } = await session.send('Runtime.evaluate', { expression: `${type}.prototype` })
      const { objects } = await session.send('Runtime.queryObjects', { prototypeObjectId: result.objectId ?? '' })
      const counted = await session.send('Runtime.callFunctionOn', {
        objectId: objects.objectId ?? '',
        functionDeclaration: 'function () { return this.length }',
        returnByValue: true,
      })
      return Number(counted.result.value)
    }
    try {
      await session.send('HeapProfiler.collectGarbage')
      const graphicsContexts = await count('WebGL2RenderingContext')
      const sockets = await count('WebSocket')
      const workers = await count('Worker')
      await session.send('Runtime.releaseObjectGroup', { objectGroup: '' })
      await session.send('HeapProfiler.collectGarbage')
      const { usedSize } = await session.send('Runtime.getHeapUsage')
      const { nodes, jsEventListeners } = await session.send('Memory.getDOMCounters')
      const heapMb = Math.round(usedSize / 1e5) / 10
      return { heapMb, elements: nodes, listeners: jsEventListeners, graphicsContexts, sockets, workers }
    } finally {
      await session.detach()
    }
  }

  return {
    held,
    async holdsNoMoreThan(before: Held) {
      const atMost = {
        heapMb: before.heapMb + HEAP_SLACK_MB,
        elements: before.elements + ELEMENTS_SLACK,
        listeners: before.listeners + LISTENERS_SLACK,
        sockets: before.sockets + SOCKETS_SLACK,
        graphicsContexts: before.graphicsContexts,
        workers: before.workers,
      }
      // Replaced elements may not be released yet.
      await expect
        .poll(
          async () => {
            const now = await held()
            const more = Object.entries(atMost).filter(([what, most]) => now[what as keyof Held] > most)
            return more.map(([what]) => `${what}: ${now[what as keyof Held]}`)
          },
          { message: `holds more than before (${JSON.stringify(before)})` },
        )
        .toEqual([])
    },
  }
}
