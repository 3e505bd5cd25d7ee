import { setTimeout } from 'node:timers/promises'
import type { Page, Request } from '@playwright/test'

const LOOK_EVERY_MS = 100

/** Detects that a page has made no requests for a while: its display is then complete. */
export function createQuiet(page: Page) {
  let asking = 0
  let lastMs = Date.now()
  const change = (by: number) => (request: Request) => {
    if (isStream(request)) return
    asking = Math.max(0, asking + by)
    lastMs = Date.now()
  }
  page.on('request', change(1))
  page.on('requestfinished', change(-1))
  page.on('requestfailed', change(-1))

  return {
    /** Ignores requests in progress. */
    begin() {
      asking = 0
      lastMs = Date.now()
    },
    isQuiet: () => asking === 0,
    /** Waits until there were no requests for `forMs`, at most `atMostMs`. */
    async wait(forMs: number, atMostMs: number) {
      const untilMs = Date.now() + atMostMs
      while (Date.now() < untilMs && (asking > 0 || Date.now() - lastMs < forMs)) await setTimeout(LOOK_EVERY_MS)
    },
  }
}

/** It has no end to wait for. */
function isStream(request: Request): boolean {
  return request.headers().accept === 'text/event-stream'
}
